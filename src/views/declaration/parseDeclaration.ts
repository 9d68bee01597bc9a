import { declarationSchema } from '#shared/declaration/declarationSchema.ts';
import { DeclarationReferenceError, toResource, type Resource } from '#shared/declaration/resource.ts';
import { InvalidDeclarationError } from './DeclarationError.ts';

/**
 * The normalised form of the file `resources/<name>.json`.
 *
 * @throws InvalidDeclarationError with everything that is wrong in its shape, or the first unknown name in it
 */
export function parseDeclaration(name: string, text: string): Resource {
  const invalid = (message: string, place = '') => new InvalidDeclarationError(name, [{ place, message }]);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  const parsed = declarationSchema.safeParse(json);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ place: path.join('.'), message }));
    throw new InvalidDeclarationError(name, issues);
  }
  if (parsed.data.name !== name) throw invalid(`"${parsed.data.name}" ≠ "${name}"`, 'name');
  try {
    return toResource(parsed.data);
  } catch (error) {
    if (error instanceof DeclarationReferenceError) throw invalid(error.message);
    throw error;
  }
}
