import type { Field } from '../../fieldSchema.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkFieldRules } from './checkFieldRules.ts';
import { repeatedSources } from './repeated.ts';

/** R246 and R470 to R472: where groups can be declared, and with what. What is in them is checked like fields of a record. */
export function checkGroup({ declaration }: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'group') return [];
  const { source, fields, search } = field;
  const place = [...path, 'type'];
  if (path[0] !== 'fields') return [finding('R470', place, { source })];
  if (declaration.storage !== 'table') return [finding('R246', place, { key: field.type })];
  // Inputs of lists have their own `id`.
  const reserved = fields.flatMap((part, at) => (part.source === 'id' ? [at] : []));
  const isSearchless = search === true && fields.every(({ type }) => type !== 'text');
  return [
    ...repeatedSources(fields, [...path, 'fields']),
    ...reserved.map((at) => finding('R118', [...path, 'fields', at, 'source'], { source: 'id' })),
    ...fields.flatMap((part, at) => checkFieldRules(part, [...path, 'fields', at])),
    // So no group is empty, and each problem of one has an input.
    ...(fields.some(({ required }) => required)
      ? []
      : [finding('R472', [...path, 'fields'], { source }, { at: 'key' })]),
    ...(isSearchless ? [finding('R471', [...path, 'search'], { source }, { at: 'key' })] : []),
  ];
}
