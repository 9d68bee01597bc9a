import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { generate } from 'otplib';
import type { CheckedFiles } from '@merchant-console/declaration/check';
import { type LoginData, loginDataSchema } from '#shared/contract/session.ts';
import { buildApp } from '#server/app.ts';
import type { AppOptions } from '#server/AppOptions.ts';
import { type Cipher, createCipher } from '#server/crypto/dataKey.ts';
import { tokenKey } from '#server/crypto/token.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import type { Database } from '#server/db/schema.ts';
import { seedDemo } from '#demo/seedDemo.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { collectionAdapterOf, payoutAdapterOf, refundAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { connectingAll, sandboxConnection } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import { createRefundProcessor } from '#server/gateway/createRefundProcessor.ts';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { createOrders } from '#server/modules/orders/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { createRefunds } from '#server/modules/refunds/service.ts';
import { TABLES } from './migratedDatabase.ts';
import { preparedDatabase } from './preparedDatabase.ts';
import { TestClock } from './testClock.ts';
import type { TestDatabase } from './testDatabase.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** Data key for tests only. */
export const TEST_KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => at + 7));
const TOTP_PERIOD = 30;
/** What the demo left waiting is older. */
const DEMO_END = new TestClock().now();

/** The whole server in this process, on its own database with the demo's tenants. */
export interface World {
  app: FastifyInstance;
  db: Db;
  clock: TestClock;
  /** Uses the server's data key. */
  cipher: Cipher;
  /** Processes payouts at the test's request, by the test clock: `step` once, or `start`. */
  payouts: Processor;
  /** Like `payouts`, for collection orders. */
  collecting: Processor;
  /** Like `payouts`, for refunds. */
  refunding: Processor;
  /** The same for exports in the background. */
  tasks: Processor;
  /** The same for imports. */
  imports: Processor;
  /** Of the embedded database. */
  dataDir: string;
  /** The server's folder of declarations. */
  resourcesFolder: string;
  /** URL of the PostgreSQL database, or null on the embedded one. */
  databaseUrl: string | null;
  /**
   * The current authenticator code of the demo users. Each code works once, so move the clock before signing in again.
   */
  totpCode(): Promise<string>;
  /**
   * Signs in a demo user, after moving the clock to an unused code. The session is confirmed for good, so that only tests
   * of the confirmation have to ask for it.
   */
  signIn(username: string, password?: string): Promise<LoginData>;
  /** Signs in like a user: without a confirmed session. */
  signInUnconfirmed(username: string, password?: string): Promise<LoginData>;
  /** Confirms as a second operator all that waits for one. */
  confirmAsSecond(username?: string): Promise<void>;
  /** Sends a request, with the token's headers if it has one. */
  call(request: InjectOptions & { token?: string }): Promise<LightMyRequestResponse>;
  /** Writes a declaration to the server's folder, as an editor does, or deletes it if null. */
  writeResource(name: string, content: string | object | null): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  orders?: number;
  /** Declarations in addition to the shipped ones, by name. */
  resources?: Readonly<Record<string, object>>;
  /** False to leave `resources` out of the menus, so that nobody has a right to them. */
  inMenus?: boolean;
  app?: Partial<AppOptions>;
  /** The database to use. Default: a new one. */
  database?: TestDatabase<Database>;
}

export async function startWorld(
  kind: Db['kind'],
  { orders = 300, resources = {}, inMenus = true, app: overrides, database }: WorldOptions = {},
): Promise<World> {
  const clock = new TestClock();
  const cipher = createCipher(TEST_KEY);
  const { db, options, remove } = database ?? (await demoDatabase(kind, orders));
  const folder = await resourcesFolder(resources);
  if (inMenus) await addMenuEntries(db, Object.keys(resources));
  const app = await buildApp({
    db,
    clock,
    cipher,
    productTitle: 'Test',
    sessionIdleMinutes: 15,
    resourcesFolder: folder,
    messages: await shippedMessages(),
    checkedFiles,
    limits: { perMinute: 1_000_000, signInsPerMinute: 1_000_000 },
    trustedProxies: 0,
    logLevel: 'silent',
    verifyAnswers: true,
    development: false,
    serveConsole: null,
    ...overrides,
  });

  const sandbox = sandboxConnection({ db, clock, publicUrl: 'http://127.0.0.1:4000' });
  const connections = { live: overrides?.channels ?? connectingAll(sandbox), sandbox };
  const means = { db, clock, cipher, log: silentLog };
  const payouts = createPayoutProcessor({
    ...means,
    payouts: createPayouts(means),
    adapterOf: payoutAdapterOf(connections),
  });
  const refunding = createRefundProcessor({
    ...means,
    refunds: createRefunds(means),
    adapterOf: refundAdapterOf(connections),
  });
  const orderProcessor = createOrderProcessor({
    ...means,
    orders: createOrders(means),
    adapterOf: collectionAdapterOf(connections),
  });

  const tasks = app.workers().find(isProcessor('task'));
  const imports = app.workers().find(isProcessor('import'));
  if (!tasks || !imports) throw new Error('the server has no worker of tasks, or none of imports');
  const totpCode = () => generate({ secret: DEMO_TOTP_SECRET, epoch: Math.floor(clock.now().getTime() / 1000) });

  async function signInUnconfirmed(username: string, password = DEMO_PASSWORD): Promise<LoginData> {
    clock.advance(TOTP_PERIOD);
    const payload = { username, password, totp_code: await totpCode() };
    const answer = await app.inject({ method: 'POST', url: '/prod-api/login', payload });
    return loginDataSchema.parse(answer.json<{ data: unknown }>().data);
  }

  return {
    app,
    db,
    clock,
    cipher,
    payouts,
    collecting: orderProcessor,
    refunding,
    tasks,
    imports,
    totpCode,
    dataDir: options.dataDir,
    resourcesFolder: folder,
    databaseUrl: options.databaseUrl ?? null,
    async signIn(username, password) {
      const signedIn = await signInUnconfirmed(username, password);
      await confirmForGood(db, signedIn.login_token);
      return signedIn;
    },
    signInUnconfirmed,
    async confirmAsSecond(username = 'operator2') {
      const signedIn = await signInUnconfirmed(username);
      const waiting = await db.kysely
        .selectFrom('operator_requests')
        .where('status', '=', 'pending')
        .where('created_at', '>', DEMO_END)
        .orderBy('id')
        .select('id')
        .execute();
      for (const { id } of waiting) {
        const answer = await app.inject({
          method: 'POST',
          url: `/prod-api/operator-requests/${id}/approve`,
          headers: { 'x-token': signedIn.login_token, 'idempotency-key': randomUUID() },
          payload: { pay_password: DEMO_PAY_PASSWORD },
        });
        if (answer.statusCode !== 200) throw new Error(`Not confirmed: ${answer.body}`);
      }
    },
    call({ token, ...request }) {
      const headers = token === undefined ? {} : { 'x-token': token, authorization: `Bearer ${token}` };
      return app.inject({ ...request, headers: { ...headers, ...request.headers } });
    },
    writeResource: (name, content) => writeResource(folder, name, content),
    async close() {
      await payouts.stop();
      await refunding.stop();
      await orderProcessor.stop();
      await tasks.stop();
      await app.close();
      await remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** Adds hidden entries for these pages to the menus of all tenants, because a file alone gives nobody a right. */
export async function addMenuEntries({ kysely }: Pick<Db, 'kysely'>, pages: readonly string[]): Promise<void> {
  const at = new TestClock().now();
  const tenants = await kysely.selectFrom('merchants').where('type', '<>', 'test').select('merchant_id').execute();
  const known = await kysely.selectFrom('menus').select('component_path').execute();
  const missing = pages.filter((page) => !known.some(({ component_path }) => component_path === page));
  const rows = tenants.flatMap(({ merchant_id }) =>
    missing.map((page, index) => ({
      merchant_id,
      id: randomUUID(),
      parent_id: null,
      url_name: `/declared-${page.replaceAll('_', '-')}`,
      component_path: page,
      title: JSON.stringify(page),
      icon: null,
      position: 1000 + index,
      redirect: null,
      is_hidden: true,
      revision: 1,
      created_at: at,
      updated_at: at,
    })),
  );
  if (rows.length > 0) await kysely.insertInto('menus').values(rows).execute();
}

/** Confirms the session of a token until long after the test. */
export async function confirmForGood({ kysely }: Pick<Db, 'kysely'>, token: string): Promise<void> {
  const key = tokenKey(token);
  if (key === null) throw new Error('not a session token');
  const of = kysely.updateTable('sessions').where('merchant_id', '=', key.merchantId);
  await of
    .where('token_hash', '=', key.hash)
    .set({ confirmed_until: new Date('2999-01-01') })
    .execute();
}

const isProcessor =
  (subject: string) =>
  (worker: { subject: string }): worker is Processor =>
    worker.subject === subject && 'step' in worker;

/** Checked once per worker, except those that a test adds. */
const checkedFiles: CheckedFiles = new Map();

let loadedMessages: ReturnType<typeof loadMessages> | undefined;

/** Each worker reads the texts only once. */
const shippedMessages = () => (loadedMessages ??= loadMessages(path.join(PROJECT, 'i18n')));

/** A new database with the demo's tenants, written with `TEST_KEY`. */
export function demoDatabase(kind: Db['kind'], orders = 300): Promise<TestDatabase<Database>> {
  return preparedDatabase(kind, { name: `demo_${orders}`, from: TABLES, prepare: (db) => seed(db, orders) });
}

/** Creates the demo's tenants in an empty database, with `TEST_KEY`. */
export async function fillWithDemo(empty: Db, orders: number): Promise<void> {
  await TABLES.prepare(empty);
  await seed(empty, orders);
}

async function seed(db: Db, orders: number): Promise<void> {
  await seedDemo(db, {
    seed: 7,
    orders,
    now: new TestClock().now(),
    existing: 'keep',
    hashPassword: quickHash,
    cipher: createCipher(TEST_KEY),
    onProgress: () => {},
  });
}

/** The usual hash with the least cost, because verifying a password takes as long as hashing it, in each sign-in. */
export const quickHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A copy of the shipped declarations, for a test's server to follow. */
export async function resourcesFolder(more: Readonly<Record<string, object>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'merchant-console-resources-'));
  await cp(path.join(PROJECT, 'resources'), folder, { recursive: true });
  for (const [name, content] of Object.entries(more)) await writeResource(folder, name, content);
  return folder;
}

async function writeResource(folder: string, name: string, content: string | object | null): Promise<void> {
  const file = path.join(folder, `${name}.json`);
  if (content === null) return unlink(file);
  return writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
}
