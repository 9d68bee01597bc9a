import type { Field } from '../../fieldSchema.ts';
import { fieldsOf } from '../../predicate.ts';
import { seePermission } from '../../fieldTraits.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPredicate } from './checkPredicate.ts';

/** Lists show a field's marks, too, so each field that a mark uses must be in lists, and seen by whoever sees the field. */
export function checkMarks(subject: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'enum') return [];
  return (field.marks ?? []).flatMap(({ when, amount, currency }, at) => {
    const place = [...path, 'marks', at];
    const compared = fieldsOf(when, [...place, 'when']);
    const shown = Object.entries({ amount, currency }).flatMap(([key, source]) =>
      source === undefined ? [] : [{ source, path: [...place, key] }],
    );
    return [
      ...checkPredicate(subject, when, [...place, 'when']),
      ...shown.flatMap((one) => (subject.fields.has(one.source) ? [] : subject.undeclared(one.source, one.path))),
      ...checkAmount(subject, amount, [...place, 'amount']),
      ...[...compared, ...shown].flatMap((one) => checkSeen(subject, field, one)),
    ];
  });
}

function checkAmount({ fields }: Subject, source: string | undefined, path: Path): Finding[] {
  const type = source === undefined ? undefined : fields.get(source)?.type;
  if (source === undefined || type === undefined || type === 'money') return [];
  return [finding('R190', path, { source, type, needed: 'money' })];
}

function checkSeen(
  { fields }: Subject,
  { source, permission }: Field,
  used: { source: string; path: Path },
): Finding[] {
  const other = fields.get(used.source);
  if (!other) return [];
  if (other.recordOnly) return [finding('R174', used.path, { source: other.source })];
  return seePermission(other) === undefined || seePermission(other) === seePermission({ permission })
    ? []
    : [finding('R191', used.path, { source, other: other.source, permission: seePermission(other) ?? '' })];
}
