import type { Identifier } from 'react-admin';
import { ApiError } from '../ApiError.ts';

/** A browser makes six requests to one host at a time; the time limit of those that wait runs already. */
const AT_A_TIME = 6;

/** Records one by one, for a back end that can't be asked for several ids at once. Those that are missing are left out. */
export async function manyByShow<R>(ids: readonly Identifier[], show: (id: Identifier) => Promise<R>): Promise<R[]> {
  const records: R[] = [];
  for (let start = 0; start < ids.length; start += AT_A_TIME) {
    const found = await Promise.all(ids.slice(start, start + AT_A_TIME).map((id) => ifThere(show(id))));
    records.push(...found.flat());
  }
  return records;
}

async function ifThere<R>(record: Promise<R>): Promise<R[]> {
  try {
    return [await record];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
