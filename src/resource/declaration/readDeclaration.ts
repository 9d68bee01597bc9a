import { jsonOf } from '#shared/jsonOf.ts';
import { toResource, type Resource } from '#shared/declaration/resource.ts';
import type { DeclarationText } from './DeclarationSource.ts';
import { isKnownDeclaration } from './isKnownDeclaration.ts';

/**
 * Parses and normalises the file `resources/<name>.json`. The checker, which locates problems, is only fetched if the
 * server hasn't marked the file as good. That is so for invalid files and for files on another server.
 *
 * @throws InvalidDeclarationError with all problems of the file
 */
export async function readDeclaration(name: string, { text, isGood }: DeclarationText): Promise<Resource> {
  const good = isGood ? readGood(name, text) : null;
  if (good) return good;
  const { parseDeclaration } = await import('./parseDeclaration.ts');
  return parseDeclaration(name, text);
}

/** Null if this version of the console doesn't support the text after all. */
function readGood(name: string, text: string): Resource | null {
  const declaration = jsonOf(text);
  return isKnownDeclaration(declaration) && declaration.name === name ? toResource(declaration) : null;
}
