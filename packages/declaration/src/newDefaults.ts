import { defaultOf, isDerived } from './defaults.ts';
import type { Field, FieldOf } from './fieldSchema.ts';
import { computedOf } from './fieldTraits.ts';
import { type Scope, wordValue } from './predicateScope.ts';
import { readWord } from './predicateWords.ts';

// Apart from `defaults.ts`, because lists don't need it.

/** Types whose default may be a word, such as `$today`. In others, a text that begins with `$` is a constant. */
const WITH_WORDS: readonly Field['type'][] = ['date', 'datetime', 'reference'];

/** The word that is a field's default, or null. Its value depends on the user and the time. */
function wordOf(field: Field): string | null {
  const value = defaultOf(field);
  return typeof value === 'string' && WITH_WORDS.includes(field.type) && readWord(value) ? value : null;
}

/** A default that is the same in every new record, or undefined. */
export function constantDefault(field: Field): string | number | boolean | undefined {
  const value = defaultOf(field);
  return value === undefined || isDerived(value) || wordOf(field) !== null ? undefined : value;
}

/** The fields with constants in place of words. The same objects for those without words. */
export function withDefaultsIn(fields: readonly Field[], scope: Pick<Scope, 'userId' | 'now' | 'today'>): Field[] {
  return fields.map((field) => {
    const word = wordOf(field);
    if (word === null) return field;
    const constant = wordValue(word, scope);
    const value = constant === '' ? undefined : constant;
    if (field.type === 'date') return { ...field, default: value };
    if (field.type === 'datetime') return { ...field, default: value };
    return field.type === 'reference' ? { ...field, default: value } : field;
  });
}

/** True if a default is `$today` or a day counted from it. */
export function needsToday(field: Field): boolean {
  const word = wordOf(field);
  return word !== null && readWord(word)?.kind === 'today';
}

/** The other record's value that is a field's default, or its value if it is computed; otherwise null. */
export function takenFrom(field: Field): { reference: string; source: string } | null {
  const value = computedOf(field) ?? defaultOf(field);
  if (typeof value !== 'object' || !('from' in value)) return null;
  const [reference = '', source = ''] = value.from.split('.');
  return { reference, source };
}

/** True if a field can have the values of another as its default. Its limits are checked when a record is saved. */
export function canTake(field: Field, given: Field): boolean {
  if (field.type === 'text' || field.type === 'longtext') return ['text', 'longtext', 'enum'].includes(given.type);
  if (field.type !== given.type) return false;
  if (field.type === 'reference' && given.type === 'reference') return field.reference === given.reference;
  if (field.type === 'decimal' && given.type === 'decimal') return field.scale >= given.scale;
  return true;
}

/** A reference whose record gives others their defaults, with these fields. */
export interface Giver {
  reference: FieldOf<'reference'>;
  takers: Field[];
}

/** The references that give other fields their defaults, each before those that depend on it. */
export function giversIn(fields: readonly Field[]): Giver[] {
  const givers = fields.flatMap((reference): Giver[] => {
    const takers = fields.filter((field) => takenFrom(field)?.reference === reference.source);
    return reference.type === 'reference' && takers.length > 0 ? [{ reference, takers }] : [];
  });
  const depth = (field: Field, rest = fields.length): number => {
    const from = takenFrom(field)?.reference;
    const giver = fields.find(({ source }) => source === from);
    return giver && rest > 0 ? 1 + depth(giver, rest - 1) : 0;
  };
  return givers.toSorted((one, other) => depth(one.reference) - depth(other.reference));
}

/** A record that others refer to, with its fields. */
interface Given {
  record: Readonly<Record<string, unknown>>;
  fields: readonly Field[];
}

/**
 * The value that a field takes from the chosen record, or null if there is none: an amount is only taken if it is in the
 * currency of the new record.
 *
 * @param values of the new record, with the currency
 * @param tenantCurrency of amounts whose field names no currency
 */
export function takenValue(
  field: Field,
  { record, fields }: Given,
  values: Readonly<Record<string, unknown>>,
  tenantCurrency: string,
): unknown {
  const given = fields.find(({ source }) => source === takenFrom(field)?.source);
  if (!given) return null;
  const value = record[given.source] ?? null;
  if (field.type !== 'money' || given.type !== 'money') return value;
  const currency = (source: string | undefined, of: Readonly<Record<string, unknown>>) =>
    source === undefined ? tenantCurrency : (of[source] ?? null);
  const wanted = currency(field.currency, values);
  return wanted !== null && wanted === currency(given.currency, record) ? value : null;
}
