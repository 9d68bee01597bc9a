import type { Field } from '../../fieldSchema.ts';
import { computedOf, filterOf, seePermission, writePermission } from '../../fieldTraits.ts';
import { finding, type Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** Keys of a field that orders records. */
const PLAIN: readonly string[] = ['source', 'type', 'label', 'help', 'auxiliary', 'readOnly'];

/** R246, R272 and R273: the fields that place records in a tree and in an order. */
export function checkArrangement(subject: Subject): Finding[] {
  const { tree, order, storage } = subject.declaration;
  const foreign = (['tree', 'order'] as const).filter((key) => subject.declaration[key] !== undefined);
  if (storage !== 'table') return foreign.map((key) => finding('R246', [key], { key }, { at: 'key' }));
  return [
    ...(tree === undefined ? [] : checkTree(subject, tree)),
    ...(order === undefined ? [] : checkOrder(subject, order)),
  ];
}

function checkTree({ declaration, fields, undeclared }: Subject, source: string): Finding[] {
  const field = fields.get(source);
  if (!field) return undeclared(source, ['tree']);
  const isFit =
    field.type === 'reference' &&
    field.reference === declaration.name &&
    filterOf(field) === 'eq' &&
    (field.required ?? false) === false &&
    field.when === undefined &&
    computedOf(field) === undefined &&
    seePermission(field) === undefined &&
    writePermission(field) === undefined &&
    !(declaration.unique ?? []).some((sources) => sources.includes(source));
  return isFit ? [] : [finding('R272', ['tree'], { source })];
}

function checkOrder({ fields, undeclared }: Subject, source: string): Finding[] {
  const field = fields.get(source);
  if (!field) return undeclared(source, ['order']);
  return isPlainOrder(field) ? [] : [finding('R273', ['order'], { source })];
}

/** True for an integer without rules of its own. */
export function isPlainOrder(field: Field): boolean {
  return field.type === 'integer' && Object.keys(field).every((key) => PLAIN.includes(key) || key.startsWith('x-'));
}
