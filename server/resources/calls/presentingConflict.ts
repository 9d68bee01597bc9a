import { ConflictError } from '#server/errors.ts';
import type { WireRecord } from '../RecordSource.ts';

/** The record in a conflict is shown as any other: without what is not the asker's to see. */
export async function presentingConflict<T>(
  present: (record: WireRecord) => WireRecord,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ConflictError) || error.current === null) throw error;
    const { id, args, current } = error;
    throw new ConflictError({ id, args, current: present({ ...current, id: String(current['id']) }) });
  }
}
