import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

/** Texts of the last valid version of each declaration by name, shared by the servers of a database. */
export interface GoodVersions {
  read(): Promise<ReadonlyMap<string, string>>;
  /** Adds or replaces versions. Those of other names stay. */
  write(texts: ReadonlyMap<string, string>): Promise<void>;
}

/** Names of their settings, which belong to the platform. */
const PREFIX = 'declaration:';

export function goodVersions(db: Db, clock: Clock): GoodVersions {
  return {
    async read() {
      const { rows } = await sql<{ name: string; value: unknown }>`
        select name, value from settings
        where merchant_id = ${PLATFORM_ID} and starts_with(name, ${PREFIX})`.execute(db.kysely);
      return new Map(rows.map(({ name, value }) => [name.slice(PREFIX.length), String(value)]));
    },

    async write(texts) {
      const rows = [...texts].map(([name, text]) => ({
        merchant_id: PLATFORM_ID,
        name: `${PREFIX}${name}`,
        value: text,
        updated_at: clock.now(),
      }));
      const onConflict = sql`on conflict (merchant_id, name) do update
        set value = excluded.value, updated_at = excluded.updated_at`;
      await insertRows(db.kysely, 'settings', rows, onConflict);
    },
  };
}
