import { isOfOthers, type OfOthers, operandsOf } from './computedParts.ts';
import type { Computed } from './computedSchema.ts';
import { decimalText, readScaled, type Scaled } from './decimal.ts';
import type { Field } from './fieldSchema.ts';
import { computedOf } from './fieldTraits.ts';
import { holds } from './predicate.ts';
import { plainText } from './texts/plainText.ts';

type Values = Readonly<Record<string, unknown>>;

const ordered = new WeakMap<readonly Field[], Field[]>();

/** The computed fields, each after those that it uses. A field that uses itself comes after all others. */
export function computedFields(fields: readonly Field[]): Field[] {
  const known = ordered.get(fields);
  if (known) return known;
  const found: Field[] = [];
  const visit = (field: Field, above: readonly Field[]) => {
    const computed = computedOf(field);
    if (!computed || found.includes(field) || above.includes(field)) return;
    for (const { source } of operandsOf(computed)) {
      const used = fields.find((one) => one.source === source);
      if (used) visit(used, [...above, field]);
    }
    found.push(field);
  };
  for (const field of fields) visit(field, []);
  ordered.set(fields, found);
  return found;
}

/** Adds the computed values to a record, in the form of the API. The same object if there are none. */
export function withComputedValues<R extends Values>(fields: readonly Field[], record: R): R {
  const made: Record<string, unknown> = {};
  for (const field of computedFields(fields)) {
    const computed = computedOf(field);
    if (computed) made[field.source] = compute(computed, field, { ...record, ...made }, fields);
  }
  return Object.keys(made).length === 0 ? record : { ...record, ...made };
}

/**
 * The value of a computed field: digits for amounts, decimals as text, null if an operand is missing or the divisor is 0.
 * Exact for numbers of any length. What has more decimals than the field is rounded half away from zero. `computedSql`
 * agrees with it.
 */
function compute(computed: Computed, field: Field, record: Values, fields: readonly Field[]): unknown {
  if (isOfOthers(computed)) return record[field.source] ?? null;
  if ('holds' in computed) return holds(computed.holds, record, fields);
  if ('text' in computed) return filledIn(computed.text, record);
  const units = unitsOf(computed, record, scaleOf(field));
  return units === null ? null : valueOf({ units, scale: scaleOf(field) }, field);
}

function scaleOf(field: Field): number {
  return field.type === 'decimal' ? field.scale : 0;
}

/** A number as the value of a field, rounded to its decimals. */
export function valueOf(number: Scaled, field: Field): string | number {
  const units = rescaled(number, scaleOf(field));
  if (field.type === 'decimal') return decimalText(units, field.scale);
  return field.type === 'money' ? units.toString() : Number(units);
}

type Arithmetic = Exclude<Computed, { holds: unknown } | { text: unknown } | OfOthers>;

/** True if the value is computed from other records, also by way of other computed values. */
export function dependsOnOthers(field: Field, fields: readonly Field[], seen: readonly Field[] = []): boolean {
  const computed = computedOf(field);
  if (!computed || seen.includes(field)) return false;
  if (isOfOthers(computed)) return true;
  return operandsOf(computed).some(({ source }) => {
    const used = fields.find((one) => one.source === source);
    return used !== undefined && dependsOnOthers(used, fields, [...seen, field]);
  });
}

/** Fields whose values come from the database with their record, because they are computed from other records. */
export function valuesOfOthers(fields: readonly Field[]): Field[] {
  return fields.filter((field) => {
    const computed = computedOf(field);
    return computed !== undefined && isOfOthers(computed);
  });
}

function unitsOf(computed: Arithmetic, record: Values, scale: number): bigint | null {
  const values = operandsOf(computed).map(({ source }) => scaledOf(record[source]));
  const numbers = values.filter((value) => value !== null);
  const [first, ...others] = numbers;
  if (first === undefined || numbers.length < values.length) return null;
  if ('sum' in computed)
    return rescaled(
      others.reduce((sum, one) => add(sum, one, 1n), first),
      scale,
    );
  if ('difference' in computed)
    return rescaled(
      others.reduce((rest, one) => add(rest, one, -1n), first),
      scale,
    );
  if ('ratio' in computed) return ratio(first, others[0] ?? { units: 0n, scale: 0 });
  const product = others.reduce(multiply, first);
  // A rate is in hundredths of a percent.
  return rescaled('share' in computed ? { ...product, scale: product.scale + 4 } : product, scale);
}

/** Reads a number of any type, or null. */
export function scaledOf(value: unknown): Scaled | null {
  const isNumber = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  return isNumber ? readScaled(String(value)) : null;
}

export function add(one: Scaled, other: Scaled, sign: 1n | -1n): Scaled {
  const scale = Math.max(one.scale, other.scale);
  return { units: atScale(one, scale) + sign * atScale(other, scale), scale };
}

function multiply(one: Scaled, other: Scaled): Scaled {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

/** Units of at least as many decimals. */
function atScale({ units, scale }: Scaled, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function rescaled({ units, scale }: Scaled, wanted: number): bigint {
  return wanted >= scale ? atScale({ units, scale }, wanted) : quotient(units, 10n ** BigInt(scale - wanted));
}

const HUNDREDTHS_OF_PERCENT = 10_000n;

function ratio(part: Scaled, whole: Scaled): bigint | null {
  const scale = Math.max(part.scale, whole.scale);
  const divisor = atScale(whole, scale);
  return divisor === 0n ? null : quotient(atScale(part, scale) * HUNDREDTHS_OF_PERCENT, divisor);
}

/** Rounded half away from zero. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor * (dividend < 0n === divisor < 0n ? 1n : -1n)) / (divisor * 2n);
}

/** Without the spaces that missing values leave; null if nothing is left. */
function filledIn(form: string, record: Values): string | null {
  const text = form.replaceAll(/%\{(\w+)\}/g, (_, source: string) => plainText(record[source]));
  return text.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '') || null;
}
