import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/insertRows.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Tx } from '#server/db/schema.ts';
import { ANY_CODE, type ChannelConnections } from './ChannelConnections.ts';
import { SANDBOX } from './sandbox/sandboxConnection.ts';

/** The adapter of a channel for one type of order. */
interface Lead {
  code: string;
  type: 'collection' | 'payout';
  /** Null if none. */
  adapter: string | null;
}

/** Every channel uses the sandbox. */
export const SANDBOX_LEADS: readonly Lead[] = [
  { code: ANY_CODE, type: 'collection', adapter: SANDBOX },
  { code: ANY_CODE, type: 'payout', adapter: SANDBOX },
];

/** Stores the channels' adapters in the database, for forms and lists. Replaces the previous rows. */
export async function writeConnections(db: Db, connections: ChannelConnections, now: Date): Promise<void> {
  const leads = [...connections].flatMap(([code, { adapter, payouts, collections }]): Lead[] => [
    { code, type: 'payout', adapter: payouts ? adapter : null },
    { code, type: 'collection', adapter: collections ? adapter : null },
  ]);
  await db.transaction((tx) => writeLeads(tx, leads, now));
}

export async function writeLeads(tx: Tx, leads: readonly Lead[], now: Date): Promise<void> {
  const rows = leads.map((lead) => ({ ...lead, merchant_id: PLATFORM_ID, updated_at: now }));
  // Servers that start at the same time write the same rows.
  const onConflict = sql`
    on conflict (merchant_id, code, type) do update set adapter = excluded.adapter, updated_at = excluded.updated_at`;
  await tx.deleteFrom('channel_connections').where('merchant_id', '=', PLATFORM_ID).execute();
  await insertRows(tx, 'channel_connections', rows, onConflict);
}
