import { isKeptByCode } from '../CheckEnvironment.ts';
import { finding, type Finding } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R202: two files can't declare the same resource. The file with that name keeps it. */
export function checkResourceNames({ file, subject }: Member, { named }: DeclarationSet): Finding[] {
  const { name } = subject.declaration;
  const first = named(name);
  return !first || first.file === file ? [] : [finding('R202', ['name'], { name, file: first.file })];
}

/** R216, R217: the records of a resource can be moved once, after its own file is gone. */
export function checkFormerName({ file, subject }: Member, { names, members }: DeclarationSet): Finding[] {
  const from = subject.declaration.migrate?.from;
  if (from === undefined) return [];
  const place = ['migrate', 'from'];
  if (names.has(from)) return [finding('R216', place, { name: from })];
  const first = members.find((member) => member.subject.declaration.migrate?.from === from);
  return !first || first.file === file ? [] : [finding('R217', place, { name: from, file: first.file })];
}

/**
 * R231: a resource named like one of the console's pages couldn't be reached from the menu. One named like the server's
 * own permissions would be granted by them.
 */
export function checkOwnNames({ subject: { declaration } }: Member, { environment }: DeclarationSet): Finding[] {
  const { name } = declaration;
  const { builtInPages = [], permissions = [], indexes } = environment;
  const isPage = builtInPages.includes(name);
  const isGranted =
    indexes !== undefined && !isKeptByCode(environment, name) && permissions.some((key) => key.startsWith(`${name}.`));
  return isPage || isGranted ? [finding('R231', ['name'], { name })] : [];
}
