import { isKeptByCode } from '../CheckEnvironment.ts';
import { finding, type Finding } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/**
 * R231: a resource that is named as a page of the console could not be reached from the menu, and one that is named as
 * permissions of the server's own would be opened by them.
 */
export function checkOwnNames({ subject: { declaration } }: Member, { environment }: DeclarationSet): Finding[] {
  const { name } = declaration;
  const { builtInPages = [], permissions = [], indexes } = environment;
  const isPage = builtInPages.includes(name);
  const isGranted =
    indexes !== undefined && !isKeptByCode(environment, name) && permissions.some((key) => key.startsWith(`${name}.`));
  return isPage || isGranted ? [finding('R231', ['name'], { name })] : [];
}
