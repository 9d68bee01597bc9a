import { subDays } from 'date-fns/subDays';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database, Tx } from '#server/db/schema.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { SANDBOX_LEADS, writeLeads } from '#server/gateway/channels/connectChannels.ts';
import { clearLedger } from '#server/ledger/wallets.ts';
import { auditHistory } from './auditHistory.ts';
import { createDemoUsers, type DemoCredentials } from './createDemoUsers.ts';
import { createKeys, createTenants } from './createTenants.ts';
import { createRandom } from './random.ts';
import { createSecondOperators } from './secondOperators.ts';
import { createSeedMark, readSeedMark, replaceSeedMark, type SeedMark } from './seedMark.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_SIGN_INS, DEMO_TOTP_SECRET, type DemoSignIn } from './signIns.ts';
import { REQUEST_TABLES } from './Step.ts';
import { createWebhookEndpoints } from './webhookEndpoints.ts';
import { writeHistory } from './writeHistory.ts';

export interface SeedOptions {
  /** Together with `now` it determines every row. */
  seed: number;
  /** End of the generated year. */
  now: Date;
  /** Total number of collection orders. Payouts come on top, about one per eight orders. */
  orders: number;
  /** Keeps or replaces demo data of another seed or number of orders. */
  existing: 'keep' | 'replace';
  hashPassword: (password: string) => Promise<string>;
  cipher: Pick<Cipher, 'encrypt' | 'hash'>;
  /** Called with the orders written so far and their total. */
  onProgress: (done: number, total: number) => void;
  /** Moments of a shop's history per transaction. */
  stepsPerChunk?: number;
}

/** About 10,000 rows and 5 MB of JSON. */
const STEPS_PER_CHUNK = 2_000;

/** Thrown if the database contains merchants or users that the demo didn't create. */
export class NotAnEmptyDatabaseError extends Error {
  constructor() {
    super(
      'The demo needs an empty database, but this one contains other merchants or users. Set DEMO=0, or select another database with DATA_DIR or DATABASE_URL',
    );
    this.name = 'NotAnEmptyDatabaseError';
  }
}

/** Thrown if orders or ledger entries have been added to the demo data. */
export class DemoWasUsedError extends Error {
  constructor({ orders }: SeedMark) {
    super(
      `This database contains a demo of ${orders} orders that has been used since, so it is not replaced. Select another database with DATA_DIR or DATABASE_URL`,
    );
    this.name = 'DemoWasUsedError';
  }
}

/** The merchants join this long before the end of the period, some weeks before their first order. */
const JOINED_DAYS_AGO = 400;

/**
 * Fills an empty database with the demo, or resumes an interrupted seeding.
 *
 * @returns `present` if there was nothing to do
 * @throws {NotAnEmptyDatabaseError} if the database contains other merchants or users
 * @throws {DemoWasUsedError} if the demo to be replaced has been used
 * @throws {SeedingElsewhereError} if another process seeds it at the same time
 */
export function seedDemo(db: Db, options: SeedOptions): Promise<'present' | 'seeded'> {
  return db.patiently(() => seeded(db, options));
}

async function seeded(db: Db, options: SeedOptions): Promise<'present' | 'seeded'> {
  let mark = (await readSeedMark(db.kysely)) ?? (await begin(db, options));
  const asked = mark.seed === options.seed && mark.orders === options.orders;
  if (options.existing === 'replace' && !asked) mark = await beginAnew(db, mark, options);
  if (!mark.finished) mark = await writeHistory(db, mark, options);
  if (mark.audited) return 'present';
  await audit(db, mark);
  return 'seeded';
}

async function audit(db: Db, mark: SeedMark): Promise<void> {
  await db.transaction(async (tx) => {
    await replaceSeedMark(tx, mark, { ...mark, audited: true });
    await auditHistory(tx);
  });
}

function newMark({ seed, orders, now, stepsPerChunk = STEPS_PER_CHUNK }: SeedOptions): SeedMark {
  const nothing = { chunks: 0, written: { orders: 0, transactions: 0, requests: 0 }, finished: false };
  return { seed, orders, now: now.toISOString(), stepsPerChunk, ...nothing };
}

async function begin(db: Db, options: SeedOptions): Promise<SeedMark> {
  if (await inUse(db)) throw new NotAnEmptyDatabaseError();
  const mark = newMark(options);
  const joined = subDays(options.now, JOINED_DAYS_AGO);
  const credentials = await credentialsOf(options);
  await db.transaction(async (tx) => {
    const random = createRandom(options.seed, 'tenants');
    await createSeedMark(tx, mark);
    const ids = await createTenants(tx, random, { at: joined, now: options.now });
    // Until a server writes its configured connections.
    await writeLeads(tx, SANDBOX_LEADS, options.now);
    await createDemoUsers(tx, random, ids, credentials, joined);
    const second = createRandom(options.seed, 'second operators');
    await createSecondOperators(tx, second, { joined, now: options.now });
    await createKeys(tx, random, ids, options.cipher.encrypt, { seed: options.seed, joined, now: options.now });
    const endpoints = createRandom(options.seed, 'webhook endpoints');
    await createWebhookEndpoints(tx, endpoints, ids, { encrypt: options.cipher.encrypt, at: joined });
  });
  return mark;
}

async function inUse({ kysely }: Db): Promise<boolean> {
  const merchant = await kysely
    .selectFrom('merchants')
    .where('merchant_id', '!=', PLATFORM_ID)
    .select('merchant_id')
    .limit(1)
    .executeTakeFirst();
  return (
    merchant !== undefined || (await kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}

/** Separate salts per user, though all demo passwords are equal. */
async function credentialsOf({ hashPassword, cipher }: SeedOptions): Promise<Map<DemoSignIn, DemoCredentials>> {
  const entries = DEMO_SIGN_INS.map(async (signIn): Promise<[DemoSignIn, DemoCredentials]> => {
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const payPasswordHash = await hashPassword(DEMO_PAY_PASSWORD);
    return [signIn, { passwordHash, payPasswordHash, totpSecret: cipher.encrypt(DEMO_TOTP_SECRET) }];
  });
  return new Map(await Promise.all(entries));
}

/** Keeps tenants, users and channels, and deletes orders, requests and ledger if the demo created all of them. */
async function beginAnew(db: Db, old: SeedMark, options: SeedOptions): Promise<SeedMark> {
  const mark = newMark(options);
  const clear = async (tx: Tx) => {
    await replaceSeedMark(tx, old, mark);
    const { written } = old;
    const transactions = await clearLedger(tx);
    await emptied(tx, ['notify_jobs', 'notify_attempts', 'webhook_deliveries', 'payouts', 'unapproved_outflows']);
    const requests = await emptied(tx, REQUEST_TABLES.toReversed());
    const orders = await emptied(tx, ['orders']);
    const isDemoAlone = orders === written.orders && transactions === BigInt(written.transactions);
    if (!isDemoAlone || requests !== written.requests) throw new DemoWasUsedError(old);
  };
  await db.transaction(clear, { limits: NO_LIMITS });
  return mark;
}

/** @returns the total number of deleted rows */
async function emptied(tx: Tx, tables: readonly (keyof Database)[]): Promise<number> {
  let rows = 0n;
  for (const table of tables) rows += (await tx.deleteFrom(table).executeTakeFirst()).numDeletedRows;
  return Number(rows);
}
