import { readRecord } from './plainRecord.ts';
import type { ActionHandler } from './ResourceBackend.ts';

/**
 * Makes an action of what is done with one record: it answers with the record as the asker's list shows it then.
 * @param view table or view that the resource is read from
 */
export function answeringWith(view: string) {
  return (act: (...call: Parameters<ActionHandler>) => Promise<{ id: string }>): ActionHandler =>
    async (tx, call) => {
      const { id } = await act(tx, call);
      return readRecord(tx, view, call.actor.merchantId, id);
    };
}
