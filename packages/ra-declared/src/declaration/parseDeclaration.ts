import { checkDeclaration } from '@merchant-console/declaration/check';
import type { Components, Resource } from '@merchant-console/declaration';
import { InvalidDeclarationError } from './DeclarationSource.ts';

/**
 * Parses and normalises the file `resources/<name>.json`.
 *
 * @param components that it may name; any if absent
 * @throws InvalidDeclarationError with all problems of the file
 */
export function parseDeclaration(name: string, text: string, components?: Components): Resource {
  const { resource, problems } = checkDeclaration(`${name}.json`, text, components && { components });
  if (!resource) throw new InvalidDeclarationError(name, problems);
  return resource;
}
