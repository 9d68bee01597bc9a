import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

/** Resource names by endpoint, shared by the servers of a database. */
export interface RememberedEndpoints {
  read(): Promise<ReadonlyMap<string, string>>;
  /** Adds the active endpoints. A new name replaces the endpoint's previous one. */
  write(running: ReadonlyMap<string, string>): Promise<void>;
}

export function rememberedEndpoints(db: Db, clock: Clock): RememberedEndpoints {
  async function read(): Promise<ReadonlyMap<string, string>> {
    const rows = await db.kysely
      .selectFrom('resource_endpoints')
      .where('merchant_id', '=', PLATFORM_ID)
      .orderBy('endpoint')
      .select(['endpoint', 'name'])
      .execute();
    return new Map(rows.map(({ endpoint, name }) => [endpoint, name]));
  }

  return {
    read,
    async write(running) {
      const known = await read();
      const changed = [...running].filter(([endpoint, name]) => known.get(endpoint) !== name);
      const rows = changed.map(([endpoint, name]) => ({
        merchant_id: PLATFORM_ID,
        endpoint,
        name,
        updated_at: clock.now(),
      }));
      const onConflict = sql`on conflict (merchant_id, endpoint) do update
        set name = excluded.name, updated_at = excluded.updated_at`;
      await insertRows(db.kysely, 'resource_endpoints', rows, onConflict);
    },
  };
}
