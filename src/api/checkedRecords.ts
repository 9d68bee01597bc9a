import type { RaRecord } from 'react-admin';
import { z } from 'zod';
import { ApiError } from './ApiError.ts';

const rowSchema = z.looseObject({ id: z.union([z.string(), z.number()]) });
const rowsSchema = z.array(rowSchema);
const totalSchema = z.int().min(0);

/** What react-admin takes for granted of an answer; without it pages would break far from the cause. */
function insist(holds: boolean): void {
  if (!holds) throw ApiError.unreadable(200);
}

/** @throws ApiError unless there is a record with an id */
export function checkedRecord<T extends { data: unknown }>(answer: T): T {
  insist(rowSchema.safeParse(answer.data).success);
  return answer;
}

/** @throws ApiError unless each row is a record with an id */
export function checkedRows<T extends RaRecord>(rows: T[]): T[] {
  insist(rowsSchema.safeParse(rows).success);
  return rows;
}

/** @throws ApiError unless each row is a record with an id and the total is known */
export function checkedPage<T extends { data: RaRecord[]; total?: number }>(answer: T): T {
  checkedRows(answer.data);
  insist(totalSchema.safeParse(answer.total).success);
  return answer;
}
