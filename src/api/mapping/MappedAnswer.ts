import type { RaRecord } from 'react-admin';
import { z } from 'zod';
import { toRecord, valueAt } from '#shared/declaration/endpoint/places.ts';
import { ApiError } from '../ApiError.ts';
import { isRecord } from '../checkedRecords.ts';
import type { HttpAnswer } from '../httpClient.ts';
import type { MappedVerb } from './EndpointMapping.ts';

const rowSchema = z.record(z.string(), z.unknown());
const countSchema = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** What the call of a mapped verb was answered with. All its readers throw an ApiError that names the place. */
export interface MappedAnswer {
  /** undefined where there is no such place. */
  at(place: string): unknown;
  missing(place: string): ApiError;
  count(place: string): number;
  rows(place: string): RaRecord[];
  /** null where the place is there and empty. */
  row(place: string): RaRecord | null;
}

/** @param http what the HTTP client gave: the envelope has been read already, and `body` is JSON */
export function mappedAnswer({ resource, verb, places }: MappedVerb, { body }: Pick<HttpAnswer, 'body'>): MappedAnswer {
  const whole: unknown = body.trim() === '' ? null : JSON.parse(body);
  const at = (place: string) => valueAt(whole, place);
  const missing = (place: string) => ApiError.misplaced({ resource, verb, place });

  function record(value: unknown, place: string): RaRecord {
    const row = rowSchema.safeParse(value);
    if (!row.success) throw missing(place);
    const found = toRecord(row.data, places);
    if (!isRecord(found)) throw missing(`${place}.${places['id'] ?? 'id'}`);
    return found;
  }

  return {
    at,
    missing,
    count(place) {
      const count = countSchema.safeParse(at(place));
      if (!count.success) throw missing(place);
      return count.data;
    },
    rows: (place: string) => {
      const rows = at(place);
      if (!Array.isArray(rows)) throw missing(place);
      return rows.map((row) => record(row, `${place}[]`));
    },
    row: (place: string) => {
      const value = at(place);
      return value === null ? null : record(value, place);
    },
  };
}
