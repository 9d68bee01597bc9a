import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { readStandings, recordAttempt } from '#server/limits/signInAttempts.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killLeftovers, startTypeScript } from '#tests/support/startedProcess.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const linkSchema = z.object({ link: z.string(), expires_at: z.iso.datetime() });
const operatorsSchema = z.array(z.looseObject({ username: z.string(), status: z.string() }));
const failureSchema = z.object({ error: z.string(), options: z.record(z.string(), z.string()) });

describe('the commands of the first day', () => {
  let environment: Record<string, string>;
  const cleanups: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const { dataDir, remove } = await embeddedDataDir();
    cleanups.push(remove);
    environment = { DATA_DIR: dataDir, DEMO: '0', PUBLIC_URL: 'https://pay.example.com' };
    if (USUAL_DATABASE === 'embedded') return;
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    cleanups.push(drop);
    environment = { ...environment, DATABASE_URL: url };
  });
  afterEach(killLeftovers);
  afterAll(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const run = (command: string, ...args: string[]) =>
    startTypeScript(`server/cli/${command}.ts`, environment, args).ended();
  async function json<S extends z.ZodType>(schema: S, command: string, ...args: string[]): Promise<z.output<S>> {
    const { code, output } = await run(command, ...args, '--json');
    expect([code, output]).toEqual([0, expect.any(String)]);
    return schema.parse(JSON.parse(output));
  }
  async function refused(command: string, ...args: string[]): Promise<Record<string, string>> {
    const { code, output } = await run(command, ...args, '--json');
    expect([code, output]).toEqual([1, expect.any(String)]);
    return failureSchema.parse(JSON.parse(output)).options;
  }
  async function onDatabase<T>(read: (db: Db) => Promise<T>): Promise<T> {
    const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = environment;
    const db = await connect({ dataDir, clock: systemClock, ...(databaseUrl !== undefined && { databaseUrl }) });
    try {
      return await read(db);
    } finally {
      await db.close();
    }
  }
  const auditedActions = () =>
    onDatabase(async (db) => {
      const rows = await db.kysely
        .selectFrom('audit_logs')
        .where('merchant_id', '=', PLATFORM_ID)
        .orderBy('seq')
        .select(['action', 'actor_id', 'actor_name', 'before', 'after'])
        .execute();
      expect(await verifyChain(db, PLATFORM_ID)).toBeNull();
      return rows;
    });

  it("create the first operator and the platform's initial settings, with audit entries", async () => {
    const settings = ['--platform', 'Harbour Pay', '--currency', 'EUR', '--time-zone', 'Europe/Paris'];
    const { link } = await json(linkSchema, 'createAdmin', 'alice', '--name', 'Alice A', ...settings);
    expect(link).toMatch(/^https:\/\/pay\.example\.com\/login#enrol=[\w-]{64}$/);
    const rows = await auditedActions();
    expect(rows).toMatchObject([
      {
        action: 'platform_settings.edit',
        actor_id: null,
        actor_name: 'Command line',
        before: { name: 'Platform', currency: 'CNY', time_zone: 'UTC' },
        after: { name: 'Harbour Pay', currency: 'EUR', time_zone: 'Europe/Paris' },
      },
      { action: 'users.create', actor_name: 'Command line', after: { username: 'alice', real_name: 'Alice A' } },
    ]);
    expect(JSON.stringify(rows, (_, value: unknown) => String(value))).not.toContain(link.split('=')[1]);
  });

  it('list operators, and renew a link so that only the new one works', async () => {
    const before = await onDatabase((db) => db.kysely.selectFrom('enrolments').select('token_hash').execute());
    const { link } = await json(linkSchema, 'createAdmin', 'ALICE', '--renew');
    expect(link).toContain('#enrol=');
    const after = await onDatabase((db) => db.kysely.selectFrom('enrolments').select('token_hash').execute());
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
    expect(await json(operatorsSchema, 'listAdmins')).toMatchObject([
      { username: 'alice', real_name: 'Alice A', roles: 'Owner', status: 'invited', last_login_at: null },
    ]);
    expect((await auditedActions()).at(-1)).toMatchObject({ action: 'users.reinvite', actor_name: 'Command line' });
  });

  it('report invalid options of the operator, and change nothing then', async () => {
    expect(await refused('createAdmin', 'bob', '--currency', 'QQQ')).toEqual({ '--currency': expect.any(String) });
    expect(await refused('createAdmin', '!')).toEqual({ '<username>': expect.any(String) });
    expect(await refused('createAdmin', 'alice', '--renew', '--name', 'Al')).toHaveProperty('--renew');
    const taken = await run('createAdmin', 'Alice', '--time-zone', 'Asia/Tokyo');
    expect([taken.code, taken.output]).toEqual([1, expect.stringContaining('taken')]);
    expect((await run('createAdmin', 'nobody', '--renew')).output).toContain('There is no operator nobody');
    expect(await auditedActions()).toHaveLength(3);
  });

  it('end the locks that failed sign-ins have caused for a user', async () => {
    const attempt = { username: 'alice', network: '203.0.113.7', device: null, isKnown: false };
    await onDatabase(async (db) => {
      for (let tries = 0; tries < 10; tries += 1) await recordAttempt(db, attempt, 'failure', systemClock.now());
    });
    const logged = (await auditedActions()).length;
    const { code, output } = await run('unlockSignIn', 'ALICE');
    expect([code, output]).toEqual([0, expect.stringContaining('alice can sign in from any device again')]);
    await onDatabase(async (db) => {
      const { isLocked } = (await readStandings(db, attempt, systemClock.now()))(attempt);
      expect(isLocked).toBe(false);
    });
    expect((await auditedActions()).slice(logged)).toMatchObject([
      { action: 'users.unlock_sign_in', actor_name: 'Command line', after: { username: 'alice' } },
    ]);
    expect((await run('unlockSignIn', 'nobody')).output).toContain('There is no user nobody');
    expect((await run('unlockSignIn')).output).toContain('Usage:');
  });

  it('create a merchant with channels, formatted amounts, and its owner’s link', async () => {
    await onDatabase(async (db) => {
      const own = { merchant_id: PLATFORM_ID, platform_channel_id: null, currency: 'EUR', revision: 1 };
      const terms = { rate_bps: 30, fixed_fee: 0n, min_fee: null, max_fee: null, deduction: 'inner' as const };
      const at = { status: 'enabled' as const, created_at: new Date(), updated_at: new Date() };
      const id = '01990000-0000-7000-8000-0000000000aa';
      const limits = { min_amount: 100n, max_amount: 1_000_000n, type: 'collection' as const };
      await db.kysely
        .insertInto('channels')
        .values({ ...own, ...terms, ...at, ...limits, id, name: 'Cards', code: 'eu_card' })
        .execute();
    });
    const person = ['--owner', 'mara.voss', '--owner-name', 'Mara Voss', '--owner-email', 'mara@shop.example'];
    const rules = ['--approval-threshold', '2,500.50', '--card-cooling-hours', '12'];
    const made = await json(
      linkSchema.extend({ id: z.string(), merchant_no: z.string(), currency: z.string() }),
      'createMerchant',
      '--name',
      'Voss Books',
      ...person,
      ...rules,
      '--channel',
      'eu_card:0.95::5:2000',
    );
    expect(made).toMatchObject({ merchant_no: expect.stringMatching(/^M\d{8}$/), currency: 'EUR' });
    await onDatabase(async (db) => {
      const of = { merchant: db.kysely.selectFrom('merchants'), rates: db.kysely.selectFrom('channels') };
      expect(await of.merchant.where('merchant_id', '=', made.id).selectAll().executeTakeFirst()).toMatchObject({
        name: 'Voss Books',
        time_zone: 'Europe/Paris',
        is_divide_hundred: 1,
        approval_threshold: 250_050n,
        card_cooling_hours: 12,
      });
      expect(await of.rates.where('merchant_id', '=', made.id).selectAll().execute()).toMatchObject([
        { code: 'eu_card', rate_bps: 95, fixed_fee: 0n, min_amount: 500n, max_amount: 200_000n, deduction: 'inner' },
      ]);
      expect(await verifyChain(db, made.id)).toBeNull();
    });
    const actions = (await auditedActions()).slice(4).map(({ action }) => action);
    expect(actions).toEqual(['merchants.create', 'merchants.invite']);
  });

  it('report invalid options of the merchant, and create nothing', async () => {
    const count = () =>
      onDatabase(async (db) => (await db.kysely.selectFrom('merchants').select('merchant_id').execute()).length);
    const before = await count();
    expect(Object.keys(await refused('createMerchant')).toSorted()).toEqual(['--name', '--owner', '--owner-name']);
    expect((await run('createMerchant', '--nmae', 'x')).output).toContain('--nmae');
    expect(await count()).toBe(before);
  });
});

// Starting three programs and a database exceeded a minute once while other work used both cores.
it('the commands of the first day work on the embedded database', { timeout: 180_000 }, async () => {
  const { db, options, remove } = await migratedDatabase('embedded');
  await db.close();
  const environment = { DATA_DIR: options.dataDir, DEMO: '0' };
  const none = await startTypeScript('server/cli/listAdmins.ts', environment, []).ended();
  expect(none).toMatchObject({ code: 0, output: expect.stringContaining('There are no operators yet') });
  const made = await startTypeScript('server/cli/createAdmin.ts', environment, ['alice']).ended();
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('#enrol=') });
  const { output } = await startTypeScript('server/cli/listAdmins.ts', environment, ['--json']).ended();
  expect(operatorsSchema.parse(JSON.parse(output))).toMatchObject([{ username: 'alice', status: 'invited' }]);
  await remove();
});
