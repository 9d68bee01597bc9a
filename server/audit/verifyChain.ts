import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { auditHash, CHAIN_START } from './auditJson.ts';

/**
 * `changed`: a row differs from what was written. `missing`: rows are missing before this one, or after the last one.
 */
export interface ChainProblem {
  kind: 'changed' | 'missing';
  seq: bigint;
}

const SLICE_ROWS = 1_000;

/**
 * Reads the whole audit log of a tenant and returns the first row at which its chain is broken, or null if it is
 * intact. Reads one snapshot. On the embedded database other transactions wait until it is done.
 */
export function verifyChain(db: Pick<Db, 'transaction'>, merchantId: string): Promise<ChainProblem | null> {
  return db.transaction((tx) => firstProblem(tx, merchantId), { isolationLevel: 'repeatable read' });
}

async function firstProblem(tx: Tx, merchantId: string): Promise<ChainProblem | null> {
  let last = { seq: 0n, hash: CHAIN_START };
  for (;;) {
    const rows = await tx
      .selectFrom('audit_logs')
      .where('merchant_id', '=', merchantId)
      .where('seq', '>', last.seq)
      .orderBy('seq')
      .limit(SLICE_ROWS)
      .selectAll()
      .execute();
    for (const row of rows) {
      if (row.seq !== last.seq + 1n) return { kind: 'missing', seq: last.seq + 1n };
      if (row.previous_hash !== last.hash || row.hash !== auditHash(row)) return { kind: 'changed', seq: row.seq };
      last = row;
    }
    if (rows.length < SLICE_ROWS) break;
  }
  const head = await tx.selectFrom('audit_heads').where('merchant_id', '=', merchantId).selectAll().executeTakeFirst();
  const end = head ?? { seq: 0n, hash: CHAIN_START };
  if (end.seq === last.seq && end.hash === last.hash) return null;
  return end.seq > last.seq ? { kind: 'missing', seq: last.seq + 1n } : { kind: 'changed', seq: last.seq };
}
