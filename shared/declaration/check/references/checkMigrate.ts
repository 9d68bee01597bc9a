import { finding, type Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { repeated } from './repeated.ts';

/** Old fields must be gone from the file, and new ones must be in it. */
export function checkMigrate({ declaration, sources, undeclared }: Subject): Finding[] {
  const { migrate, storage } = declaration;
  if (!migrate) return [];
  if (storage !== 'table') return [finding('R130', ['migrate'], {}, { at: 'key' })];
  const { drop = [], rename = {} } = migrate;
  const renames = Object.entries(rename);
  const stillThere = (source: string) => sources.includes(source);
  return [
    ...drop.flatMap((source, at) => {
      const path = ['migrate', 'drop', at];
      if (stillThere(source)) return [finding('R129', path, { source })];
      return source in rename || drop.indexOf(source) < at ? [finding('R131', path, { source })] : [];
    }),
    ...renames.flatMap(([old, source]) => [
      ...(stillThere(old) ? [finding('R129', ['migrate', 'rename', old], { source: old }, { at: 'key' })] : []),
      ...undeclared(source, ['migrate', 'rename', old]),
    ]),
    ...repeated(renames.map(([, source]) => source)).flatMap((at) => {
      const [old = '', source = ''] = renames[at] ?? [];
      return [finding('R131', ['migrate', 'rename', old], { source })];
    }),
  ];
}
