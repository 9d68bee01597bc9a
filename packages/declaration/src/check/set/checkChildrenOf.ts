import type { ChildrenField } from '../../children.ts';
import { defaultOf } from '../../defaults.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import { computedOf, seePermission, writePermission } from '../../fieldTraits.ts';
import { isWritable } from '../../resource.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { isPlainOrder } from '../references/checkArrangement.ts';
import type { Subject } from '../Subject.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** Types whose inputs don't fit into a line of a form. */
const NOT_IN_LINES: readonly FieldType[] = ['children', 'secret', 'file', 'image', 'json', 'group'];

/** R206, R207 and R343 to R351: the resource whose records are edited in the form of another one. */
export function checkChildrenOf({ subject }: Member, set: DeclarationSet): Finding[] {
  const { fields, storage } = subject.declaration;
  if (storage !== 'table') return [];
  return fields.flatMap((field, at) => (field.type === 'children' ? checkField(subject, field, at, set) : []));
}

function checkField({ declaration }: Subject, field: ChildrenField, at: number, set: DeclarationSet): Finding[] {
  const { reference, target, columns, order, source } = field;
  const path: Path = ['fields', at];
  const place = [...path, 'reference'];
  if (!set.names.has(reference)) {
    return [finding('R206', place, { reference }, { suggestion: nearest(reference, [...set.names]) })];
  }
  const other = set.named(reference)?.subject;
  if (!other) return [];
  if (other.declaration.storage !== 'table') return [finding('R343', place, { reference })];
  const isNested = [...other.fields.values()].some(({ type }) => type === 'children');
  if (isNested) return [finding('R344', place, { source, reference })];
  if (other.declaration.tree !== undefined || other.declaration.order !== undefined)
    return [finding('R345', place, { reference })];
  const first = declaration.fields.findIndex((one) => one.type === 'children' && one.reference === reference);
  if (first !== at) return [finding('R346', place, { reference })];
  const unknown = (one: string, where: Path) =>
    other
      .undeclared(one, [])
      .map(({ suggestion }) => finding('R207', where, { source: one, reference }, { suggestion }));
  const link = other.fields.get(target);
  const position = order === undefined ? undefined : other.fields.get(order);
  return [
    ...(link ? [] : unknown(target, [...path, 'target'])),
    ...(link && !isOwned(link, declaration.name)
      ? [finding('R347', [...path, 'target'], { source: target, reference, name: declaration.name })]
      : []),
    ...columns.flatMap((column, index) =>
      checkColumn(field, other, unknown, { column, path: [...path, 'columns', index] }),
    ),
    ...(order !== undefined && !position ? unknown(order, [...path, 'order']) : []),
    ...(position && !isPlainOrder(position) ? [finding('R349', [...path, 'order'], { source: position.source })] : []),
    ...(link ? unfilled(field, other) : []).map((one) =>
      finding('R350', [...path, 'columns'], { source: one.source, reference }),
    ),
    ...movedBy(field, other).map((key) => finding('R351', [...path, 'target'], { source: target, reference, key })),
  ];
}

/** True if a line always belongs to the same record, and goes with it. */
function isOwned(field: Field, name: string): boolean {
  return (
    field.type === 'reference' &&
    field.reference === name &&
    field.required === true &&
    field.writeOnce === true &&
    field.onDelete === 'delete' &&
    field.when === undefined &&
    field.readOnly === undefined &&
    field.default === undefined &&
    seePermission(field) === undefined &&
    writePermission(field) === undefined
  );
}

function checkColumn(
  { columns, target, order, reference }: ChildrenField,
  other: Subject,
  unknown: (source: string, path: Path) => Finding[],
  { column, path }: { column: string; path: Path },
): Finding[] {
  const field = other.fields.get(column);
  if (!field) return unknown(column, path);
  if (columns.indexOf(column) < Number(path.at(-1))) return [finding('R114', path, { source: column })];
  const isShown = !NOT_IN_LINES.includes(field.type) && column !== target && column !== order;
  return isShown ? [] : [finding('R348', path, { source: column, type: field.type, reference })];
}

/** Required fields that no new line would have. */
function unfilled({ columns, target }: ChildrenField, { fields, operations }: Subject): Field[] {
  if (!operations.includes('create')) return [];
  return [...fields.values()].filter(
    (field) =>
      field.required === true &&
      field.source !== target &&
      isWritable(field) &&
      computedOf(field) === undefined &&
      defaultOf(field) === undefined &&
      !columns.includes(field.source),
  );
}

/** Actions that would move a line to another record, whose limits they don't know. */
function movedBy({ target }: ChildrenField, { declaration: { actions = [] } }: Subject): string[] {
  return actions.flatMap(({ key, set }) => (set && Object.hasOwn(set, target) ? [key] : []));
}
