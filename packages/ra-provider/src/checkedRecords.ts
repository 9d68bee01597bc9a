import type { RaRecord } from 'react-admin';
import { z } from 'zod';
import { ApiError } from './ApiError.ts';

const rowSchema = z.looseObject({ id: z.union([z.string(), z.number()]) });
const totalSchema = z.int().min(0);

/** True if react-admin can use it. A record without an ID would break pages far from the cause. */
export function isRecord(value: unknown): value is RaRecord {
  return rowSchema.safeParse(value).success;
}

/** @throws {ApiError} unless the response is a record with an ID */
export function checkedRecord({ data }: { data: unknown }): RaRecord {
  if (!isRecord(data)) throw ApiError.unreadable(200);
  return data;
}

/** @throws {ApiError} unless each row is a record with an ID */
export function checkedRows({ data }: { data: unknown }): RaRecord[] {
  if (!Array.isArray(data) || !data.every(isRecord)) throw ApiError.unreadable(200);
  return data;
}

/** @throws {ApiError} unless each row is a record with an ID and there is a total */
export function checkedPage(answer: { data: unknown; total?: unknown }): { data: RaRecord[]; total: number } {
  const data = checkedRows(answer);
  const total = totalSchema.safeParse(answer.total);
  if (!total.success) throw ApiError.unreadable(200);
  return { data, total: total.data };
}
