import {
  checkValue,
  acceptsValue,
  type Field,
  type FieldOf,
  type Group,
  type GroupField,
  holds,
} from '@merchant-console/declaration';
import type { DeclaredRecord } from './DeclaredServer.ts';
import { distinctValues } from './filterCases.ts';

/** Values for fields by source. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

interface Known {
  samples: Samples;
  records: readonly DeclaredRecord[];
}

/** Texts in many formats, for fields with a pattern. They differ for each `turn`. */
const TEXTS = (turn: number) => [
  `Sample ${turn}`,
  `sample-${turn}`,
  `sample_${turn}`,
  `S${turn}`,
  `/sample-${turn}`,
  `https://sample.example/${turn}`,
  `+86 21 5550 01${turn}0`,
  String(10_000_000 + turn),
  `622202020000111${turn}`,
];

/**
 * A valid value: one of the samples, otherwise a generated one, otherwise that of another record.
 * @param turn 1, 2 …; each has another value, as far as the field allows
 * @returns null if none is known
 */
export function sampleValue(field: Field, { samples, records }: Known, turn: number): unknown {
  const given = samples[field.source];
  const candidates = given
    ? turned(given, turn)
    : [...made(field, turn), ...turned(distinctValues(field, records), turn)];
  return candidates.find((value) => checkValue(field, value) === null) ?? null;
}

/** Values for the fields that are writable and shown beside the others. */
export function sampleRecord(
  fields: readonly Field[],
  mode: 'create' | 'edit',
  known: Known,
  turn: number,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields.filter((one) => acceptsValue(one, mode))) {
    const value = sampleValue(field, known, turn);
    if (value !== null && (!field.when || holds(field.when, values))) values[field.source] = value;
  }
  return values;
}

function made(field: Field, turn: number): unknown[] {
  switch (field.type) {
    case 'text':
      return madeText(field, turn);
    case 'longtext':
      return [`First line ${turn}\nsecond line`];
    case 'secret':
      return [`secret value ${turn}`];
    case 'texts':
      return [sampleTexts(field, turn)];
    case 'group':
      return [madeGroups(field, turn)];
    case 'integer':
    case 'rate':
      return [turn, (field.min ?? 0) + turn];
    case 'decimal':
      return [`${turn}.5${'0'.repeat(field.scale - 1)}`, `0.${String(turn).padStart(field.scale, '0')}`];
    case 'money':
      return [String(turn * 100), String(BigInt(field.min ?? '0') + BigInt(turn))];
    case 'enum':
      return turned(
        field.choices.map(({ id }) => id),
        turn,
      );
    case 'boolean':
      return [turn % 2 === 1];
    case 'date':
      return [`2026-0${turn}-15`, field.min, field.max];
    case 'datetime':
      return [`2026-0${turn}-15T08:00:00.000Z`];
    case 'json':
      return [{ sample: turn }];
    case 'reference':
    case 'references':
    case 'children':
    case 'file':
    case 'image':
      return [];
  }
}

/** A group with all values, and one with those that it must have. */
function madeGroups({ fields, max }: GroupField, turn: number): Group[] {
  const all = sampleGroup(fields, turn);
  const needed = fields.map(({ source, required }) => [source, required ? all[source] : null]);
  return [all, Object.fromEntries(needed)].slice(0, max);
}

export function sampleGroup(fields: GroupField['fields'], turn: number): Group {
  const valueOf = (part: Field) => made(part, turn).find((value) => checkValue(part, value) === null) ?? null;
  return Object.fromEntries(fields.map((part) => [part.source, valueOf(part)]));
}

function sampleTexts({ format }: FieldOf<'texts'>, turn: number): string[] {
  switch (format) {
    case 'email':
      return [`sample${turn}@mail.example`, 'other@mail.example'];
    case 'url':
      return [`https://sample.example/${turn}`];
    case 'phone':
      return [`+86 10 5555 000${turn}`, '110'];
    case undefined:
      return TEXTS(turn);
  }
}

function madeText(field: FieldOf<'text'>, turn: number): string[] {
  if (field.format === 'email') return [`sample${turn}@mail.example`];
  if (field.format === 'url') return [`https://sample.example/${turn}`];
  if (field.mask === 'card' || field.format === 'card') return [`622202020000111${turn}`];
  return TEXTS(turn);
}

function turned<T>(values: readonly T[], turn: number): T[] {
  const first = values.length === 0 ? 0 : turn % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}
