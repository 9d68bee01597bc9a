import { toResource, type Resource } from '#shared/declaration/resource.ts';
import type { DeclarationText } from './DeclarationSource.ts';
import { isKnownDeclaration } from './isKnownDeclaration.ts';

/**
 * The normalised form of the file `resources/<name>.json`. The checker, which says what is wrong in a file and where, is
 * fetched for one of which the server has not said that nothing is: where something is wrong, or where the files lie on
 * another server.
 *
 * @throws InvalidDeclarationError with everything that is wrong in it
 */
export async function readDeclaration(name: string, { text, isGood }: DeclarationText): Promise<Resource> {
  const good = isGood ? readGood(name, text) : null;
  if (good) return good;
  const { parseDeclaration } = await import('./parseDeclaration.ts');
  return parseDeclaration(name, text);
}

/** null for a text that this version of the console does not understand after all. */
function readGood(name: string, text: string): Resource | null {
  const declaration = jsonOf(text);
  return isKnownDeclaration(declaration) && declaration.name === name ? toResource(declaration) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
