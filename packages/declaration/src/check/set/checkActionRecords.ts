import type { ActionDeclaration, CreateDeclaration } from '../../actionSchema.ts';
import type { Declaration } from '../../declarationSchema.ts';
import { childLimits } from '../../children.ts';
import { defaultOf } from '../../defaults.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { takenFrom } from '../../newDefaults.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { givenAmount } from '../references/checkActionCurrencies.ts';
import { checkGiven } from '../references/checkSetValues.ts';
import type { Subject } from '../Subject.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R206, R207 and R364 to R368: records that actions create. */
export function checkActionRecords({ subject }: Member, set: DeclarationSet): Finding[] {
  return (subject.declaration.actions ?? []).flatMap((action, at) => {
    const path: Path = ['actions', at, 'create'];
    const steps = Array.isArray(action.create) ? action.create : [action.create ?? []].flat();
    return steps.flatMap((step, index) =>
      checkStep(subject, action, { step, path: Array.isArray(action.create) ? [...path, index] : path }, set),
    );
  });
}

function checkStep(
  subject: Subject,
  action: ActionDeclaration,
  { step, path }: { step: CreateDeclaration; path: Path },
  set: DeclarationSet,
): Finding[] {
  const { reference, values } = step;
  const place = [...path, 'reference'];
  if (!set.names.has(reference))
    return [finding('R206', place, { reference }, { suggestion: nearest(reference, [...set.names]) })];
  const other = set.named(reference)?.subject;
  if (!other) return [];
  const { declaration, fields } = other;
  if (declaration.storage !== 'table') return [finding('R364', place, { reference })];
  if (!coversTenants(declaration.tenants, subject.declaration.tenants)) return [finding('R367', place, { reference })];
  return [
    ...Object.entries(values).flatMap(([source, given]) => {
      const at = [...path, 'values', source];
      const field = fields.get(source);
      if (!field)
        return other
          .undeclared(source, [])
          .map(({ suggestion }) => finding('R207', at, { source, reference }, { suggestion, at: 'key' }));
      if (source === declaration.order || ['created_at', 'updated_at'].includes(source))
        return [finding('R312', at, { source }, { at: 'key' })];
      if (field.type === 'children') return [finding('R342', at, { source }, { at: 'key' })];
      const found = checkGiven(subject, action, { field, given, path: at });
      return found.length > 0 ? found : checkCurrency(subject, action, { field, step, other, path: at });
    }),
    ...[...fields.values()].flatMap((field) => checkLacking(field, { step, path }, set)),
  ];
}

/** Amounts keep their currency on the way to the new record. */
function checkCurrency(
  subject: Subject,
  action: ActionDeclaration,
  { field, step: { values }, other, path }: { field: Field; step: CreateDeclaration; other: Subject; path: Path },
): Finding[] {
  const amount = givenAmount(subject, action, values[field.source]);
  if (field.type !== 'money' || !amount) return [];
  const currency = field.currency === undefined ? undefined : other.fields.get(field.currency);
  const from = currency && takenFrom(currency);
  const isOfRecord = from && values[from.reference] === '$record.id';
  const taken = isOfRecord ? `$record.${from.source}` : null;
  const held = currency && (values[currency.source] === undefined ? taken : values[currency.source]);
  return held === amount.currency ? [] : [finding('R177', path, { source: amount.source, other: field.source })];
}

/** The new record needs a value for each required field, which its default may be. */
function checkLacking(
  field: Field,
  { step: { reference, values }, path }: { step: CreateDeclaration; path: Path },
  { named }: DeclarationSet,
): Finding[] {
  const { source } = field;
  if (values[source] !== undefined || computedOf(field)) return [];
  const fallback = defaultOf(field);
  const isNeeded = field.required === true || (field.type === 'children' && childLimits(field).min > 0);
  if (fallback === undefined)
    return isNeeded ? [finding('R366', [...path, 'values'], { source, reference }, { at: 'key' })] : [];
  const giver = named(reference)?.subject.fields.get(takenFrom(field)?.reference ?? '');
  const taken = giver?.type === 'reference' ? named(giver.reference)?.subject.declaration : undefined;
  return taken && taken.storage !== 'table'
    ? [finding('R368', [...path, 'values'], { source, reference, other: taken.name }, { at: 'key' })]
    : [];
}

/** True if all tenants whose users may execute the action may have the records. */
function coversTenants(of: Declaration['tenants'], needed: Declaration['tenants']): boolean {
  if (!Array.isArray(of)) return true;
  const wanted = Array.isArray(needed) ? needed : ['merchant', 'platform'];
  return wanted.every((one) => of.includes(one) || (one.startsWith('M') && of.includes('merchant')));
}
