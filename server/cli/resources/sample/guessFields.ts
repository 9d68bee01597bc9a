import { z } from 'zod';
import { MOST_TEXTS } from '@merchant-console/declaration';
import type { GuessedField } from './Sample.ts';

/** Fields that the server adds to each stored record. */
const ADDED = new Set(['id', 'merchant_id', 'revision', 'created_at', 'updated_at']);

export type Guess = Omit<GuessedField, 'source'>;

/** Names the fields of a sample in snake_case. A column name with more than that is also the label. */
export function nameFields(guessed: readonly { name: string; guess: Guess }[]): GuessedField[] {
  const taken = new Set<string>(ADDED);
  return guessed
    .filter(({ name }) => !ADDED.has(sourceOf(name)))
    .map(({ name, guess }, at) => {
      const wanted = sourceOf(name);
      const source = unused(wanted === '' ? `field_${at + 1}` : wanted, taken);
      taken.add(source);
      return { source, ...labelOf(name.trim(), source), ...guess };
    });
}

/** The name itself if it is written for people and the console would show another one. */
function labelOf(name: string, source: string): { label?: string } {
  const isForPeople = /[^\w-]/.test(name) && name.toLowerCase() !== source.replaceAll('_', ' ');
  return isForPeople ? { label: name } : {};
}

/** `Supplier Name`, `supplierName` and `supplier-name` → `supplier_name`; empty without a Latin letter. */
export function sourceOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 40)
    .replace(/^constructor$/, 'constructor_');
}

function unused(source: string, taken: ReadonlySet<string>): string {
  if (!taken.has(source)) return source;
  let number = 2;
  while (taken.has(`${source.slice(0, 36)}_${number}`)) number += 1;
  return `${source.slice(0, 36)}_${number}`;
}

/** Texts that the server stores as they are. */
const several = z
  .array(z.string().regex(/^\S([^\r\n]{0,998}\S)?$/))
  .max(MOST_TEXTS)
  .refine((texts) => new Set(texts).size === texts.length);

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** The first kind that all values have is chosen. A CSV file has texts only. */
const KINDS: readonly [Guess, z.ZodType][] = [
  [{ type: 'boolean', filter: 'eq' }, z.union([z.boolean(), z.enum(['true', 'false'])])],
  // Without the leading zeros of an identifier, and with so few digits that none is lost.
  [{ type: 'integer', filter: 'range' }, z.union([z.int(), z.string().regex(/^(0|-?[1-9]\d{0,14})$/)])],
  [{ type: 'date', filter: 'range' }, z.iso.date()],
  [{ type: 'datetime', filter: 'range' }, z.iso.datetime({ offset: true })],
  [{ type: 'text', format: 'email' }, z.email()],
  [{ type: 'text', format: 'url' }, z.url({ protocol: /^https?$/ })],
  [{ type: 'text' }, scalar.refine((value) => /^[^\n]{0,255}$/.test(String(value)))],
  [{ type: 'longtext' }, scalar],
  [{ type: 'texts' }, several],
];

/**
 * Guesses a field from its values. Chooses a type only if all values have it, otherwise text, so that each value of the
 * sample can be stored.
 */
export function guessType(values: readonly unknown[]): Guess {
  const present = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (present.length === 0) return { type: 'text' };
  const choices = choicesIn(present);
  if (choices) return { type: 'enum', choices, filter: 'in' };
  const [guess] = KINDS.find(([, schema]) => present.every((value) => schema.safeParse(value).success)) ?? [
    { type: 'json' },
  ];
  return guess.type === 'integer' && areIdentifiers(present) ? { type: 'text' } : guess;
}

const FEWEST_DIGITS = 8;

/** Texts of equally many digits, such as phone numbers, are identifiers rather than quantities. */
function areIdentifiers(present: readonly unknown[]): boolean {
  const texts = z.array(z.string().min(FEWEST_DIGITS)).safeParse(present).data;
  return texts?.every(({ length }) => length === texts[0]?.length) ?? false;
}

/** Words that recur often enough to be a fixed list. */
const FEWEST = 12;
const MOST_CHOICES = 8;
const wordSchema = z.string().regex(/^(?!(true|false)$)[a-z][a-z0-9_-]{0,63}$/i);

function choicesIn(present: readonly unknown[]): { id: string }[] | null {
  const words = z.array(wordSchema).min(FEWEST).safeParse(present).data;
  const different = [...new Set(words)];
  const isList = different.length > 1 && different.length <= MOST_CHOICES && different.length * 3 <= present.length;
  return isList ? different.map((id) => ({ id })) : null;
}
