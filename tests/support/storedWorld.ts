import { randomUUID } from 'node:crypto';
import { declarationSchema, type Declaration, toResource, type Resource } from '@merchant-console/declaration';
import { createCipher } from '#server/crypto/dataKey.ts';
import type { ConnectOptions, Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Acting, Actor, RecordSource, RecordWriter, Values, WireRecord } from '#server/resources/RecordSource.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import type { ResourceBackend, ResourceStorage, ServerFinding } from '#server/resources/ResourceBackend.ts';
import { migratedDatabase } from './migratedDatabase.ts';
import { TestClock } from './testClock.ts';

/** A database with two tenants, and the storage of declared resources on it. */
export interface StoredWorld {
  db: Db;
  storage: ResourceStorage;
  /** Options for another connection to the same database. */
  options: ConnectOptions;
  clock: TestClock;
  actor: Actor;
  /** A user of another tenant. */
  stranger: Actor;
  /** Activates a declaration; `findings` are the reasons if it was rejected. */
  open(declaration: Omit<Declaration, 'version' | 'storage'>): Promise<OpenedResource>;
  /** Like `open`, by a server that has another database connection. */
  openOn(db: Db, declaration: Omit<Declaration, 'version' | 'storage'>): Promise<OpenedResource>;
  close(): Promise<void>;
}

export interface OpenedResource {
  resource: Resource;
  findings: ServerFinding[];
  source: RecordSource;
  writer: StandaloneWriter;
  effectsOfDeleting: NonNullable<ResourceBackend['effectsOfDeleting']>;
  /** The source as an actor may see it. */
  seenBy(actor: Actor): RecordSource;
}

/** Creates each record in its own transaction. */
interface StandaloneWriter extends Omit<RecordWriter, 'create' | 'act' | 'actOnSlice'> {
  create(actor: Actor, values: Values): Promise<WireRecord>;
  /** Executes an action that sets these values. */
  set(
    actor: Actor,
    ids: readonly string[],
    change: { values: Values } & Pick<Acting, 'when' | 'action'>,
  ): Promise<WireRecord[]>;
  act(actor: Actor, ids: readonly string[], acting: Partial<Acting>): Promise<WireRecord[]>;
}

export async function startStoredWorld(kind: Db['kind']): Promise<StoredWorld> {
  const clock = new TestClock();
  const { db, options, remove } = await migratedDatabase(kind);
  const storageOn = (connected: Db) =>
    createStorage({ db: connected, clock, cipher: createCipher(Buffer.alloc(32, 7)) });
  const storage = storageOn(db);
  const actorOf = async (name: string): Promise<Actor> => {
    const merchantId = randomUUID();
    await addTenant(db, merchantId, name);
    return { merchantId, userId: randomUUID(), ip: '203.0.113.7', userAgent: 'test' };
  };
  return {
    db,
    storage,
    options,
    clock,
    close: remove,
    actor: await actorOf('M1'),
    stranger: await actorOf('M2'),
    open: (declaration) => open(db, storage, declaration),
    openOn: (connected, declaration) => open(connected, storageOn(connected), declaration),
  };
}

async function open(
  db: Db,
  storage: ResourceStorage,
  declaration: Omit<Declaration, 'version' | 'storage'>,
): Promise<OpenedResource> {
  const resource = toResource(declarationSchema.parse({ version: 1, storage: 'table', ...declaration }));
  const findings = await storage.prepare(resource);
  const { source, writer, effectsOfDeleting, seenBy = () => source } = storage.open(resource);
  if (!effectsOfDeleting) throw new Error('a stored resource tells what a deletion does');
  return { resource, findings, source, writer: standalone(db, writer), effectsOfDeleting, seenBy };
}

function standalone(db: Db, writer: Partial<RecordWriter> | undefined): StandaloneWriter {
  const { create, update, remove, act, reveal, arrange, writeLines, drawNumbers } = writer ?? {};
  if (!create || !update || !remove || !act || !reveal || !arrange || !writeLines)
    throw new Error('a stored resource can be written');
  const acting = { set: null, create: null, when: null, action: 'x.act', form: {}, seen: null };
  return {
    update,
    remove,
    set: (actor, ids, { values, ...change }) => {
      const set = Object.fromEntries(Object.keys(values).map((source) => [source, `$form.${source}`]));
      return db.transaction((tx) => act(tx, actor, ids, { ...acting, ...change, set, form: values }));
    },
    act: (actor, ids, asked) => db.transaction((tx) => act(tx, actor, ids, { ...acting, ...asked })),
    reveal,
    arrange,
    writeLines,
    ...(drawNumbers && { drawNumbers }),
    create: (actor, values) => db.transaction((tx) => create(tx, actor, values)),
  };
}

async function addTenant(db: Db, merchantId: string, name: string): Promise<void> {
  const platform = await db.kysely
    .selectFrom('merchants')
    .where('merchant_id', '=', PLATFORM_ID)
    .selectAll()
    .executeTakeFirstOrThrow();
  await insertRows(db.kysely, 'merchants', [
    { ...platform, merchant_id: merchantId, merchant_no: name, name, type: 'merchant' },
  ]);
}
