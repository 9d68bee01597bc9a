import type { Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { auditHash, CHAIN_START } from './auditHash.ts';

/** `changed`: a row is not what was written; `missing`: rows lack before this one, or after the last one. */
export interface ChainProblem {
  kind: 'changed' | 'missing';
  seq: bigint;
}

const SLICE_ROWS = 1_000;

/** Reads the whole audit log of a tenant and tells the first row at which its chain is broken; null when it is whole. */
export async function verifyChain(db: Kysely<Database>, merchantId: string): Promise<ChainProblem | null> {
  let last = { seq: 0n, hash: CHAIN_START };
  for (;;) {
    const rows = await db
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
  const head = await db.selectFrom('audit_heads').where('merchant_id', '=', merchantId).selectAll().executeTakeFirst();
  return head && head.seq !== last.seq ? { kind: 'missing', seq: last.seq + 1n } : null;
}
