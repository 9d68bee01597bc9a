import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Span } from '#shared/contract/dashboard.ts';
import type { Db } from '#server/db/connect.ts';

interface Shown {
  currency: string;
  data_since: string | null;
}

/** Compares `data_since` with the first of some orders, to a quarter of an hour. It is null if that is before `before`. */
export async function expectDataSince(
  db: Db,
  among: RawBuilder<unknown>,
  { from }: Span,
  { currency, data_since }: Shown,
): Promise<void> {
  const quarterOf = (time: RawBuilder<unknown>) => sql`date_bin(interval '15 minutes', ${time}, timestamptz 'epoch')`;
  const { rows } = await sql<{ first: Date | null; shown: Date | null }>`
    select ${quarterOf(sql`min(created_at)`)} as first, ${quarterOf(sql`${data_since}::timestamptz`)} as shown
    from orders where ${among} and currency = ${currency}`.execute(db.kysely);
  const { first = null, shown = null } = rows[0] ?? {};
  expect([currency, shown]).toEqual([currency, first && first >= new Date(from) ? first : null]);
}
