import { operandsOf, otherResourceOf } from '../../computedParts.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf, seePermission } from '../../fieldTraits.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R206, R207, R313, R320 and R324 to R327: values computed from records of another resource. */
export function checkOfOthers(member: Member, set: DeclarationSet): Finding[] {
  const { declaration, fields } = member.subject;
  return declaration.fields.flatMap((field, at) => {
    const name = otherResourceOf(field, [...fields.values()]);
    return name === null ? [] : checkField(member, field, { name, path: ['fields', at, 'computed'] }, set);
  });
}

function checkField(
  member: Member,
  field: Field,
  { name, path }: { name: string; path: Path },
  set: DeclarationSet,
): Finding[] {
  const { declaration } = member.subject;
  const computed = computedOf(field);
  const [key = ''] = Object.keys(computed ?? {});
  const place = [...path, key, ...(key === 'sumOf' ? [0] : [])];
  if (!set.names.has(name)) {
    return key === 'from'
      ? []
      : [finding('R206', place, { reference: name }, { suggestion: nearest(name, [...set.names]) })];
  }
  const other = set.named(name)?.subject;
  if (!computed || !other) return [];
  if (declaration.storage !== 'table' || other.declaration.storage !== 'table')
    return [finding('R324', place, { reference: name })];
  const given = sourceIn(field);
  const used = given === null ? undefined : other.fields.get(given);
  const back = [...other.fields.values()].filter(
    (one) => (one.type === 'reference' || one.type === 'references') && one.reference === declaration.name,
  );
  if (key !== 'from') {
    if (back.length !== 1 || back[0]?.type !== 'reference')
      return [finding('R325', place, { reference: name, name: declaration.name })];
  }
  // Checked by `checkTaken` for a field of the record that is referred to.
  if (key === 'sumOf') {
    if (!used) {
      return other
        .undeclared(given ?? '', [])
        .map(({ suggestion }) =>
          finding('R207', [...path, key, 1], { source: given ?? '', reference: name }, { suggestion }),
        );
    }
    if (!isSame(field, used)) {
      const args = { source: field.source, type: field.type, other: `${used.source} (${used.type})` };
      return [finding('R313', [...path, key, 1], args)];
    }
  }
  const parts = used ? partsOf(set, { name, field: used }) : [];
  if (parts.some((part) => part.field === field)) return [finding('R320', place, { source: field.source })];
  const mixed = used && key === 'sumOf' ? mixedCurrency(field, used, other.fields, back[0]?.source ?? '') : null;
  if (used && mixed) return [finding('R327', [...path, key, 1], { source: used.source, ...mixed })];
  // A third resource's permissions aren't known where this value is shown.
  const isHidden = parts.some(
    (part) => seePermission(part.field) !== undefined || ![name, declaration.name].includes(part.name),
  );
  return isHidden || other.declaration.records?.see ? [finding('R326', place, { reference: name })] : [];
}

/** The field of the other resource that a value is computed from; null for a count. */
function sourceIn(field: Field): string | null {
  const computed = computedOf(field);
  if (computed && 'sumOf' in computed) return computed.sumOf[1];
  return computed && 'from' in computed ? (computed.from.split('.')[1] ?? null) : null;
}

/** True if sums of one field are values of the other: of the same type, and both in a currency of their record or neither. */
function isSame(field: Field, used: Field): boolean {
  if (field.type !== used.type) return false;
  if (field.type === 'decimal' && used.type === 'decimal') return field.scale >= used.scale;
  if (field.type !== 'money' || used.type !== 'money') return field.type === 'integer';
  return (field.currency === undefined) === (used.currency === undefined);
}

/**
 * The currency of the other resource's amounts, unless it is always that of their sum; with what it must be computed from.
 * @param back the other resource's field that refers to this record
 */
function mixedCurrency(
  field: Field,
  used: Field,
  other: ReadonlyMap<string, Field>,
  back: string,
): { currency: string; needed: string } | null {
  if (field.type !== 'money' || used.type !== 'money' || !field.currency || !used.currency) return null;
  const needed = `${back}.${field.currency}`;
  const currency = other.get(used.currency);
  const computed = currency && computedOf(currency);
  return computed && 'from' in computed && computed.from === needed ? null : { currency: used.currency, needed };
}

interface Visited {
  name: string;
  field: Field;
}

/** A field, and all that its value depends on, by way of any resources. */
function partsOf(set: DeclarationSet, first: Visited): Visited[] {
  const parts = [first];
  for (const { name, field } of parts) {
    const subject = set.named(name)?.subject;
    for (const next of subject ? nextOf(field, name, subject.fields) : []) {
      const found = set.named(next.name)?.subject.fields.get(next.source);
      if (found && !parts.some((part) => part.field === found)) parts.push({ name: next.name, field: found });
    }
  }
  return parts;
}

/** The fields that a value is computed from, of its own and of another resource. */
function nextOf(field: Field, name: string, fields: ReadonlyMap<string, Field>): { name: string; source: string }[] {
  const computed = computedOf(field);
  if (!computed) return [];
  const other = otherResourceOf(field, [...fields.values()]);
  const source = sourceIn(field);
  if (other !== null) return source === null ? [] : [{ name: other, source }];
  return operandsOf(computed).map((used) => ({ name, source: used.source }));
}
