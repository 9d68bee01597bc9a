import { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import type { ChainProblem } from './verifyChain.ts';

/** Ends of the tenants' chains at some time, by tenant, to be kept where nobody who can write the database can. */
export const keptHeadsSchema = z.record(z.string(), z.object({ seq: z.string(), hash: z.string() }));
export type KeptHeads = z.infer<typeof keptHeadsSchema>;

/** The ends of all tenants' chains as they are now. */
export async function headsOf(db: Pick<Db, 'kysely'>): Promise<KeptHeads> {
  const heads = await db.kysely.selectFrom('audit_heads').selectAll().orderBy('merchant_id').execute();
  return Object.fromEntries(heads.map(({ merchant_id, seq, hash }) => [merchant_id, { seq: String(seq), hash }]));
}

/**
 * Whether a tenant's chain still holds the row that was its end once. A log that was written anew from some row on, or
 * cut off together with its head, is a whole chain in itself: only an end that was kept elsewhere tells.
 */
export async function differsFromKept(
  db: Pick<Db, 'kysely'>,
  merchantId: string,
  kept: KeptHeads[string],
): Promise<ChainProblem | null> {
  const seq = BigInt(kept.seq);
  const row = await db.kysely
    .selectFrom('audit_logs')
    .where('merchant_id', '=', merchantId)
    .where('seq', '=', seq)
    .select('hash')
    .executeTakeFirst();
  if (!row) return { kind: 'missing', seq };
  return row.hash === kept.hash ? null : { kind: 'changed', seq };
}
