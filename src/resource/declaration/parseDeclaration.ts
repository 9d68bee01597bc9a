import { checkDeclaration } from '@merchant-console/declaration/check';
import type { Resource } from '@merchant-console/declaration';
import { SHIPPED_COMPONENTS } from '#shared/shippedComponents.ts';
import { InvalidDeclarationError } from './DeclarationSource.ts';

/**
 * Parses and normalises the file `resources/<name>.json`.
 *
 * @throws InvalidDeclarationError with all problems of the file
 */
export function parseDeclaration(name: string, text: string): Resource {
  const { resource, problems } = checkDeclaration(`${name}.json`, text, { components: SHIPPED_COMPONENTS });
  if (!resource) throw new InvalidDeclarationError(name, problems);
  return resource;
}
