import { ConflictError } from '#server/errors.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { Seen } from '../CallMeans.ts';

/** Presents the record of a ConflictError, and its name in the message, without fields that the caller may not see. */
export async function presentingConflict<T>({ visible, present }: Seen, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ConflictError) || error.current === null) throw error;
    const { id, args, current } = error;
    const shown = present({ ...current, id: String(current['id']) });
    const named = args['record'] === undefined ? args : { ...args, record: recordName(shown, visible) };
    throw new ConflictError({ id, args: named, current: shown });
  }
}
