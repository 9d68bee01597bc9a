import { join } from 'node:path';
import { cp } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { TABLE_CLASSES } from '#server/db/tableClasses.ts';
import type { Database } from '#server/db/schema.ts';
import { newMerchant } from '#tests/server/ledger/anyEvents.ts';
import { CITUS_URL, nodesOf, setUpCitus } from '#tests/support/citus.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { databaseUrl } from '#tests/support/postgres.ts';
import { startStoredWorld } from '#tests/support/storedWorld.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { testDatabase } from '#tests/support/testDatabase.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../server/db/migrations');
const REASON = CITUS_URL === undefined ? ' (skipped: TEST_CITUS_URL is not set)' : '';

/** A later version's migrations: one action per `alter table`, and foreign keys to distributed tables in a file after. */
const LATER = {
  '9000_later.sql': `
    create table if not exists r_later (
      merchant_id uuid not null references merchants (merchant_id), id uuid not null, order_id uuid not null,
      primary key (merchant_id, id)
    );
    create index if not exists later_by_order on r_later (merchant_id, order_id);
    alter table orders add column if not exists note text;
    alter table orders drop constraint if exists orders_note_check;
    alter table orders add constraint orders_note_check check (length(note) < 100) not valid;
    alter table orders validate constraint orders_note_check;
    create index if not exists orders_by_note on orders (merchant_id, note);
    alter table channels add column if not exists note text not null default '';
    create or replace trigger note_added after insert on r_later
      referencing new table as changed for each statement execute function note_changes('later');`,
  '9001_keys_of_later.sql': `
    alter table r_later drop constraint if exists later_of_order;
    alter table r_later add constraint later_of_order
      foreign key (merchant_id, order_id) references orders (merchant_id, id);`,
  '9002_fill_later.sql': `update orders set note = 'new' where merchant_id = :merchant_id and note is null;`,
};

const FUNCTIONS = `select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`;

async function classesOf(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; class: string }>`
    select c.relname as name,
      case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as class
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(db.kysely);
  return new Map(rows.map((row) => [row.name, row.class]));
}

async function attachedIn(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conname !~ '_\\d{6,}$'
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid and c.relnamespace = current_schema()::regnamespace
    where not tgisinternal and tgname !~ '_\\d{6,}$' and tgname !~ '^truncate_trigger_'
    order by 1, 2`.execute(db.kysely);
  return rows;
}

describe.skipIf(CITUS_URL === undefined)(`tables on Citus${REASON}`, () => {
  it('are where their classes say, with the foreign keys and triggers that they have elsewhere', async () => {
    const { db, remove } = await migratedDatabase('postgres');
    const elsewhere = await migratedDatabase('embedded');
    expect(await classesOf(db)).toEqual(new Map(TABLE_CLASSES));
    expect(await attachedIn(db)).toEqual(await attachedIn(elsewhere.db));
    const { rows } = await sql`select distinct colocationid from pg_dist_partition where partmethod = 'h'`.execute(
      db.kysely,
    );
    expect(rows).toHaveLength(1);
    await remove();
    await elsewhere.remove();
  });

  it('are changed by later migrations, and new ones are distributed', async () => {
    const { db, remove } = await migratedDatabase('postgres');
    const folder = await temporaryFolder(LATER);
    await cp(MIGRATIONS, folder, { recursive: true });
    const run = () => migrate(db, { folder, clock: systemClock, holder: 'test' });
    expect(await run()).toEqual(['9000_later', '9001_keys_of_later', '9002_fill_later']);
    expect(await classesOf(db)).toEqual(new Map([...TABLE_CLASSES, ['r_later', 'distributed']]));
    const keys = await sql`select 1 from pg_constraint where conrelid = 'r_later'::regclass and contype = 'f'`.execute(
      db.kysely,
    );
    expect(keys.rows).toHaveLength(2);
    expect(await run()).toEqual([]);
    await remove();
  });

  it('are distributed when resources are declared', async () => {
    const world = await startStoredWorld('postgres');
    const { findings } = await world.open({ name: 'things', fields: [{ source: 'name', type: 'text' }] });
    expect(findings).toEqual([]);
    const classes = await classesOf(world.db);
    const declared = [...classes].filter(([name]) => name.startsWith('r_'));
    expect(declared.length).toBeGreaterThan(0);
    expect(declared.filter(([, of]) => of !== 'distributed')).toEqual([]);
    await world.close();
  });

  it('are distributed with the rows and functions of a database that was a plain one', async () => {
    const { db, options, remove } = await testDatabase<Database>('postgres');
    const name = new URL(options.databaseUrl ?? '').pathname.slice(1);
    const nodes = (await nodesOf(inject('postgresUrl'))).map((url) => databaseUrl(url, name));
    for (const url of nodes.toReversed()) await execute(url, 'drop extension citus cascade');
    const run = (of: Db) => migrate(of, { folder: MIGRATIONS, clock: systemClock, holder: 'test' });
    await run(db);
    const merchantId = await newMerchant(db);
    await db.kysely.insertInto('audit_heads').values({ merchant_id: merchantId, seq: 0n, hash: 'x' }).execute();
    await db.close();
    await setUpCitus(nodes, { isEmpty: true });
    const again = await connect(options);
    expect(await run(again)).toEqual([]);
    expect(await classesOf(again)).toEqual(new Map(TABLE_CLASSES));
    expect(await again.kysely.selectFrom('audit_heads').select('merchant_id').execute()).toEqual([
      { merchant_id: merchantId },
    ]);
    const [coordinator, ...workers] = (await Promise.all(nodes.map((url) => execute(url, FUNCTIONS)))).toReversed();
    expect(workers).toEqual(workers.map(() => coordinator));
    await again.close();
    await remove();
  });

  it('need settings of the cluster, without which a server refuses to start', async () => {
    const { db, options, remove } = await testDatabase('postgres');
    const name = new URL(options.databaseUrl ?? '').pathname.slice(1);
    await execute(options.databaseUrl ?? '', `alter database ${name} set citus.enable_unsafe_triggers = 'off'`);
    await execute(options.databaseUrl ?? '', `alter database ${name} set citus.propagate_set_commands = 'none'`);
    await db.close();
    const again = await connect(options);
    const refused = migrate(again, { folder: MIGRATIONS, clock: systemClock, holder: 'test' });
    await expect(refused).rejects.toThrow("  alter role current_user set citus.enable_unsafe_triggers = 'on';");
    await expect(refused).rejects.toThrow("  alter role current_user set citus.propagate_set_commands = 'local';");
    await again.close();
    await remove();
  });
});
