import { isUnique } from '../../fieldTraits.ts';
import { isImportable } from '../../importing.ts';
import { finding, type Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkNames } from './checkNames.ts';

/** Types whose values identify a record. */
const IDENTIFYING: readonly string[] = ['text', 'integer', 'date', 'reference', 'enum'];

/** R390 to R395: files that users may import. */
export function checkImport(subject: Subject): Finding[] {
  const { declaration, fields } = subject;
  const { import: declared, storage, unique = [] } = declaration;
  if (!declared) return [];
  if (storage !== 'table') return [finding('R390', ['import'], {}, { at: 'key' })];
  const { columns, match = {} } = declared;
  const key = [declared.key ?? []].flat();
  const all = [...fields.values()];
  const imported = columns ?? all.filter(isImportable).map(({ source }) => source);
  const keyPath = (at: number) => (Array.isArray(declared.key) ? ['import', 'key', at] : ['import', 'key']);
  const undeclaredKeys = key.flatMap((source, at) =>
    fields.has(source) ? [] : subject.undeclared(source, keyPath(at)),
  );
  const [only] = key.length === 1 ? key.map((source) => fields.get(source)) : [];
  const isTogether = unique.some((one) => one.length === key.length && one.every((source) => key.includes(source)));
  const identifies = (only !== undefined && isUnique(only)) || (key.length > 1 && isTogether);
  const unfit = key.filter((source) => !IDENTIFYING.includes(fields.get(source)?.type ?? ''));
  return [
    ...checkNames(subject, columns, ['import', 'columns']),
    ...(columns ?? []).flatMap((source, at) => {
      const field = all.find((one) => one.source === source);
      return field && !isImportable(field)
        ? [finding('R391', ['import', 'columns', at], { source, type: field.type })]
        : [];
    }),
    ...undeclaredKeys,
    ...(key.length > 0 && undeclaredKeys.length === 0 && (!identifies || unfit.length > 0)
      ? [finding('R392', ['import', 'key'], { key: key.join(', ') })]
      : []),
    ...key.flatMap((source, at) =>
      fields.has(source) && !imported.includes(source) ? [finding('R393', keyPath(at), { source })] : [],
    ),
    ...Object.keys(match).flatMap((source) => {
      const field = fields.get(source);
      if (!field) return subject.undeclared(source, ['import', 'match', source]);
      const isReference = field.type === 'reference' || field.type === 'references';
      return isReference && imported.includes(source)
        ? []
        : [finding('R394', ['import', 'match', source], { source, type: field.type }, { at: 'key' })];
    }),
  ];
}
