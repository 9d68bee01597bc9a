import type { Field } from '#shared/declaration/fieldSchema.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import type { Values } from '../RecordSource.ts';
import { isIndexed } from './indexes.ts';

/** PostgreSQL refuses an index entry of more than a third of a page, 2,704 bytes; tenant, id and time take 60 of them. */
const LONGEST_INDEXED_BYTES = 2_600;

/**
 * Holds values to what the database can store at all, beyond what their declaration says.
 * @throws ValidationError naming each field whose value it can't
 */
export function checkStorable(fields: readonly Field[], values: Values): void {
  const problems = fields.flatMap((field): [string, Message][] => {
    const value = values[field.source];
    if (field.type === 'json') return isStorableJson(value) ? [] : [[field.source, { key: 'invalid_format' }]];
    if (typeof value !== 'string' || !isIndexed(field) || fits(value)) return [];
    return [[field.source, { key: 'too_long', args: { max: charactersThatFit(value) } }]];
  });
  if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems));
}

const fits = (text: string) => Buffer.byteLength(text) <= LONGEST_INDEXED_BYTES;

function charactersThatFit(text: string): number {
  const characters = Array.from(text);
  let count = 0;
  for (let bytes = 0; count < characters.length; count += 1) {
    bytes += Buffer.byteLength(characters[count] ?? '');
    if (bytes > LONGEST_INDEXED_BYTES) break;
  }
  return count;
}

/** jsonb has no place for NUL or for half a character, which JSON can write as `\u0000` and `\ud800`. */
function isStorableJson(value: unknown): boolean {
  let isStorable = true;
  JSON.stringify(value, (key, part: unknown) => {
    if (UNSTORABLE.test(key) || (typeof part === 'string' && UNSTORABLE.test(part))) isStorable = false;
    return part;
  });
  return isStorable;
}

const UNSTORABLE = /[\0\p{Surrogate}]/u;
