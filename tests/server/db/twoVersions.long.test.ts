import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { migrate, type MigrationProgress } from '#server/db/migrate.ts';
import { readMigrationFiles } from '#server/db/migrationFiles.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { type Answered, withdrawer } from '#tests/server/reliability/moneyCaller.ts';
import { gate } from '#tests/support/gate.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../server/db/migrations');

/** A version that copies all ledger lines, as one that reshapes them would. */
const NEWER = {
  '9000_copied_lines.sql':
    'create table if not exists copied_lines (merchant_id uuid, id uuid, primary key (merchant_id, id));',
  '9001_copy_lines.sql': 'insert into copied_lines select merchant_id, id from ledger_lines;',
};

/** Starts the product's migrations and `files` on a database. */
async function migrateTo(
  db: Db,
  files: Record<string, string>,
  onProgress: (progress: MigrationProgress) => void = () => {},
): Promise<string[]> {
  const folder = await temporaryFolder(files);
  await cp(MIGRATIONS, folder, { recursive: true });
  return migrate(db, { folder, clock: systemClock, holder: crypto.randomUUID(), onProgress });
}

/** Makes withdrawals until one is rejected. */
async function withdrawUntilRejected(caller: Awaited<ReturnType<typeof withdrawer>>): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (;;) {
    const answered = await caller.withdraw(caller.newKey());
    answers.push(answered);
    if (answered.status !== 200) return answers;
    await nextTurn();
  }
}

describe('a server of an earlier version, while a newer one migrates its database', () => {
  let older: World;
  let newer: World;
  let newerDb: Db;
  let token: string;
  beforeAll(async () => {
    older = await startWorld('postgres', { orders: 20 });
    older.db.writeAs((await readMigrationFiles(MIGRATIONS)).at(-1)?.number ?? 0);
    ({ login_token: token } = await older.signIn('demo'));
    const options = { databaseUrl: older.databaseUrl, dataDir: '', clock: systemClock };
    newerDb = await connect(options);
    newer = await startWorld('postgres', { database: { db: newerDb, options, remove: () => newerDb.close() } });
  });
  afterAll(async () => {
    await newer.close();
    await older.close();
  });

  it('stops writing before the first migration, and breaks no ledger line', async () => {
    const caller = await withdrawer(older, token);
    const [held, begun] = [gate(), gate()];
    const lasting = older.db.transaction(async (tx) => {
      await sql`select 1`.execute(tx);
      begun.open();
      await held.opened;
    });
    await begun.opened;
    const made = Promise.all(Array.from({ length: 8 }, () => withdrawUntilRejected(caller)));
    const steps: string[] = [];
    const migrated = migrateTo(newerDb, NEWER, (progress) => steps.push(progress.step));
    const answers = (await made).flat();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(answers.filter(({ status }) => status === 503).every(({ retryAfter }) => retryAfter !== null)).toBe(true);
    // A transaction that began before is waited for.
    expect(steps).toEqual(['stopping']);
    held.open();
    await lasting;
    expect(await migrated).toEqual(['9000_copied_lines', '9001_copy_lines']);

    const { rows } = await sql`
      select id from ledger_lines l where not exists
        (select 1 from copied_lines c where c.merchant_id = l.merchant_id and c.id = l.id)`.execute(newerDb.kysely);
    expect(rows).toEqual([]);
    const again = await withdrawer(newer, token);
    expect((await again.withdraw(again.newKey())).status).toBe(200);
    expect(await findViolations(newerDb)).toEqual([]);
  });

  it('answers each call with 503 from then on, reads included, and isn’t ready', async () => {
    for (const url of ['/prod-api/orders', '/prod-api/wallets']) {
      const answered = await older.call({ url, token });
      expect([answered.statusCode, answered.headers['retry-after']]).toEqual([503, '2']);
      expect(answered.json()).toMatchObject({ code: 50300, msg: expect.stringContaining('newer version') });
    }
    expect((await older.call({ url: '/readyz' })).statusCode).toBe(503);
    expect((await older.call({ url: '/healthz' })).statusCode).toBe(200);
    expect((await newer.call({ url: '/readyz' })).statusCode).toBe(200);
  });

  it('says so in the user’s language', async () => {
    const headers = { 'accept-language': 'es' };
    const answered = await older.call({ url: '/prod-api/wallets', token, headers });
    expect(answered.json()).toMatchObject({ msg: expect.stringContaining('versión más reciente') });
  });
});

describe('a newer version', () => {
  let world: World;
  let db: Db;
  let own: number;
  beforeAll(async () => {
    world = await startWorld('postgres', { orders: 20 });
    db = await connect({ databaseUrl: world.databaseUrl, dataDir: '', clock: systemClock });
    own = (await readMigrationFiles(MIGRATIONS)).at(-1)?.number ?? 0;
    world.db.writeAs(own);
  });
  afterAll(async () => {
    await db.close();
    await world.close();
  });

  const write = () => world.db.transaction((tx) => sql`select 1`.execute(tx));

  it('whose migrations spare earlier versions lets their servers write', async () => {
    const spared = Object.fromEntries(
      Object.entries(NEWER).map(([name, text]) => [name, `-- Older versions may write\n${text}`]),
    );
    const steps: string[] = [];
    await migrateTo(db, spared, ({ step }) => steps.push(step));
    expect(steps).not.toContain('stopping');
    await write();
  });

  it('that fails before its first migration is applied has stopped the others, but can be taken back', async () => {
    const wrong = {
      ...NEWER,
      '9000_copied_lines.sql': `-- Older versions may write\n${NEWER['9000_copied_lines.sql']}`,
    };
    wrong['9001_copy_lines.sql'] = `-- Older versions may write\n${NEWER['9001_copy_lines.sql']}`;
    await expect(migrateTo(db, { ...wrong, '9002_no.sql': 'create table no (id nonsense);' })).rejects.toThrow(
      '9002_no',
    );
    await expect(write()).rejects.toThrow('Stop this server');
    const restarted = await connect({ databaseUrl: world.databaseUrl, dataDir: '', clock: systemClock });
    expect(await migrateTo(restarted, wrong)).toEqual([]);
    await restarted.transaction((tx) => sql`select 1`.execute(tx));
    await restarted.close();
  });

  it('makes an earlier one say at its start that it is too old', async () => {
    await expect(migrateTo(db, {})).rejects.toThrow(
      /older than its database: a newer version has applied 9001_copy_lines, and this one ends with \d{4}_.*Start the newer version/,
    );
  });
});
