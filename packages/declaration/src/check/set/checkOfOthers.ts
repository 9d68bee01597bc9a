import { operandsOf, otherResourceOf } from '../../computedParts.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf, seePermission } from '../../fieldTraits.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
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
  const [key = ''] = Object.keys(computedOf(field) ?? {});
  // `checkTaken` checks the field of the record that `from` refers to.
  const isTaken = key === 'from';
  const isSum = key === 'sumOf';
  const place = [...path, key, ...(isSum ? [0] : [])];
  const args = { reference: name };
  if (!set.names.has(name))
    return isTaken ? [] : [finding('R206', place, args, { suggestion: nearest(name, [...set.names]) })];
  const other = set.named(name)?.subject;
  if (!other) return [];
  if (declaration.storage !== 'table' || other.declaration.storage !== 'table') return [finding('R324', place, args)];
  const back = onlyReference(declaration.name, other.fields);
  if (!isTaken && back === null) return [finding('R325', place, { ...args, name: declaration.name })];
  const at: Path = [...path, key, 1];
  const used = other.fields.get(sourceIn(field) ?? '');
  if (isSum && !(used && isSame(field, used))) return unsummable(field, used, { name, other, at });
  const parts = used ? partsOf(set, { name, field: used }) : [];
  if (parts.some((part) => part.field === field)) return [finding('R320', place, { source: field.source })];
  const mixed = used && mixedCurrency(field, used, other.fields, isSum ? back : null);
  if (used && mixed) return [finding('R327', at, { source: used.source, ...mixed })];
  const isHidden =
    other.declaration.records?.see !== undefined || parts.some((part) => mayBeHidden(part, [name, declaration.name]));
  return isHidden ? [finding('R326', place, args)] : [];
}

/** Source of the field that refers to one record of a resource, or null unless it is the only field that refers to any. */
function onlyReference(name: string, fields: ReadonlyMap<string, Field>): string | null {
  const [first, ...others] = [...fields.values()].filter(
    (one) => (one.type === 'reference' || one.type === 'references') && one.reference === name,
  );
  return first?.type === 'reference' && others.length === 0 ? first.source : null;
}

/** R207 or R313: the field to sum doesn't exist, or its sums aren't values of this one. */
function unsummable(
  field: Field,
  used: Field | undefined,
  { name, other, at }: { name: string; other: Subject; at: Path },
): Finding[] {
  if (used) {
    const args = { source: field.source, type: field.type, other: `${used.source} (${used.type})` };
    return [finding('R313', at, args)];
  }
  const source = sourceIn(field) ?? '';
  return other
    .undeclared(source, [])
    .map(({ suggestion }) => finding('R207', at, { source, reference: name }, { suggestion }));
}

/** True if the part may be hidden from users who see the value. A third resource's permissions aren't known there. */
function mayBeHidden({ name, field }: Visited, known: readonly string[]): boolean {
  return seePermission(field) !== undefined || !known.includes(name);
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
 * @param back the other resource's field that refers to this record, or null if the value isn't a sum
 */
function mixedCurrency(
  field: Field,
  used: Field,
  other: ReadonlyMap<string, Field>,
  back: string | null,
): { currency: string; needed: string } | null {
  if (back === null || field.type !== 'money' || used.type !== 'money' || !field.currency || !used.currency)
    return null;
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
