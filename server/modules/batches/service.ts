import type { Selectable, Transaction } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { BatchTransfersTable, Database } from '#server/db/schema.ts';
import type { Payouts } from '#server/modules/payouts/service.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { moveRow } from '#server/states/moveRow.ts';
import { createRepairs } from './repairBatch.ts';
import { createSubmit } from './submitBatch.ts';

type Batch = Selectable<BatchTransfersTable>;
export type Batches = ReturnType<typeof createBatches>;

/** Files of payouts from their upload on: repaired while they are drafts, then submitted as one or discarded. */
export function createBatches(means: { clock: Clock; cipher: Cipher; payouts: Payouts }) {
  const { clock } = means;

  /** Its file may be uploaded again. */
  async function discard(tx: Transaction<Database>, actor: Actor, id: string): Promise<Batch> {
    const { merchantId } = actor;
    const row = await lockForMove(tx, 'batch_transfers', { merchantId, id, to: 'discarded' });
    const at = clock.now();
    const after = await moveRow(tx, 'batch_transfers', row, { status: 'discarded', updated_at: at });
    await recordAudit(tx, {
      ...{ actor, action: 'batch_transfers.discard', resource: 'batch_transfers', recordId: id, at },
      ...{ before: { status: row.status }, after: { status: after.status } },
    });
    return after;
  }

  return { ...createRepairs(means), submit: createSubmit(means), discard };
}
