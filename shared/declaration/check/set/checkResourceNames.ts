import { finding, type Finding } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R202: two files can't declare the same resource. The file with that name keeps it. */
export function checkResourceNames({ file, subject }: Member, { named }: DeclarationSet): Finding[] {
  const { name } = subject.declaration;
  const first = named(name);
  return !first || first.file === file ? [] : [finding('R202', ['name'], { name, file: first.file })];
}
