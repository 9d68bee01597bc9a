import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type QueryExecutorProvider, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANYTHING, OVERLAP_MS } from '#server/db/longTransactions.ts';
import type { Database } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { readChanges, type Since } from '#server/modules/live/changeFeed.ts';
import { cursorOf, newsIn, type Position, readCursor } from '#server/modules/live/position.ts';
import { gate } from '#tests/support/gate.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { BOTH_DATABASES, type TestDatabase } from '#tests/support/testDatabase.ts';

const EVERYBODY = '00000000-0000-0000-0000-000000000000';
const [ONE, OTHER] = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b'];
const [ANN, BOB, OPERATOR] = [randomUUID(), randomUUID(), randomUUID()];
/** Of different tenants, and two of the same one. */
const READERS = [
  { merchantId: ONE, userId: ANN },
  { merchantId: ONE, userId: BOB },
  { merchantId: OTHER, userId: randomUUID() },
  { merchantId: PLATFORM_ID, userId: OPERATOR },
];
const OF_TENANTS = [ONE, OTHER].flatMap((merchantId) => [
  { merchantId, resource: 'deposits', userId: EVERYBODY, shows: ['deposits'], showsPlatform: ['deposit_reviews'] },
  { merchantId, resource: 'roles', userId: EVERYBODY, shows: ['roles'], showsPlatform: [] },
  { merchantId, resource: 'notifications', userId: ANN, shows: ['notifications'], showsPlatform: [] },
]);
const ANYTHING_CHANGED = {
  merchantId: PLATFORM_ID,
  ...{ resource: ANYTHING, userId: EVERYBODY, shows: [ANYTHING], showsPlatform: [ANYTHING] },
};
const CHANGES = [...OF_TENANTS, ANYTHING_CHANGED];
type Change = (typeof CHANGES)[number];
const PERMISSIONS = new Set(['deposits.list', 'deposit_reviews.list', 'roles.list']);

type Step =
  | { act: 'write'; change: number }
  | { act: 'end'; which: number; how: 'commit' | 'roll back' }
  | { act: 'wait'; ms: number }
  | { act: 'look'; server: number }
  | { act: 'move'; reader: number; server: number };

const STEPS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('write' as const), change: fc.nat(CHANGES.length - 1) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant('end' as const),
        which: fc.nat(3),
        how: fc.constantFrom('commit' as const, 'commit' as const, 'roll back' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('look' as const), server: fc.nat(1) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('move' as const),
        reader: fc.nat(READERS.length - 1),
        server: fc.nat(1),
      }),
    },
  ),
  { minLength: 5, maxLength: 40 },
);

/** A transaction that has written a change and is still open. */
interface Writer {
  change: Change;
  ageMs: number;
  /** Makes the row older. */
  shift(ms: number): Promise<void>;
  end(isCommitted: boolean): Promise<void>;
}

class RolledBackError extends Error {}

async function insert(db: QueryExecutorProvider, { merchantId, resource, userId }: Change, ageMs = 0): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into changes (merchant_id, resource, user_id, at)
    values (${merchantId}, ${resource}, ${userId}, clock_timestamp() - ${ageMs} * interval '1 millisecond')
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

const older = (ms: number) => sql`update changes set at = at - ${ms} * interval '1 millisecond'`;

/** On a database that has only one transaction at a time, the row is inserted at the end, as old as it would be. */
function writeAtEnd({ db }: TestDatabase<Database>, change: Change): Writer {
  const writer: Writer = {
    change,
    ageMs: 0,
    shift: async () => {},
    end: async (isCommitted) => {
      if (isCommitted) await insert(db.kysely, change, writer.ageMs);
    },
  };
  return writer;
}

async function writeAtOnce({ db }: TestDatabase<Database>, change: Change): Promise<Writer> {
  const [written, ending] = [gate(), gate()];
  let isKept = false;
  let shift = async (_: number) => {};
  const transaction = db.transaction(async (tx) => {
    const id = await insert(tx, change);
    shift = async (ms) => {
      await sql`${older(ms)} where merchant_id = ${change.merchantId} and id = ${id}`.execute(tx);
    };
    written.open();
    await ending.opened;
    if (!isKept) throw new RolledBackError();
  });
  await written.opened;
  return {
    change,
    ageMs: 0,
    shift: (ms) => shift(ms),
    end: async (isCommitted) => {
      isKept = isCommitted;
      ending.open();
      await transaction.catch((error: unknown) => {
        if (!(error instanceof RolledBackError)) throw error;
      });
    },
  };
}

/** Two servers with readers, transactions that are open, and what each reader should be told next. */
class Model {
  readonly #test: TestDatabase<Database>;
  readonly #servers: { next: number }[] = [];
  readonly #readers: { server: number; position: Position; expected: Set<string> }[] = [];
  #writers: Writer[] = [];

  constructor(test: TestDatabase<Database>) {
    this.#test = test;
  }

  async begin(): Promise<void> {
    await sql`delete from changes`.execute(this.#test.db.kysely);
    for (let server = 0; server < 2; server += 1) {
      const { next } = await this.#read([], { agoMs: 0 });
      this.#servers.push({ next });
    }
    for (const [index] of READERS.entries()) {
      this.#readers.push({ server: index % 2, position: { from: 0, told: new Map() }, expected: new Set() });
      const { next } = this.#serverOf(index);
      const read = await this.#read([this.#whoIs(index).merchantId], { agoMs: 0 }, next);
      this.#state(index).position = newsIn(read, this.#whoIs(index), null).position;
    }
  }

  async step(step: Step): Promise<void> {
    if (step.act === 'write') return this.#write(step.change);
    if (step.act === 'end') return this.#end(step.which, step.how === 'commit');
    if (step.act === 'wait') return this.#wait(step.ms);
    if (step.act === 'look') return this.#look(step.server);
    return this.#move(step.reader, step.server);
  }

  /** Ends all transactions and lets all readers hear of them. */
  async finish(): Promise<void> {
    while (this.#writers.length > 0) await this.#end(0, true);
    for (const server of this.#servers.keys()) await this.#look(server);
  }

  /** Ends all transactions. */
  async stop(): Promise<void> {
    while (this.#writers.length > 0) await this.#writers.pop()?.end(false);
  }

  async #write(index: number): Promise<void> {
    const change = CHANGES[index];
    if (!change || this.#writers.length === 4) return;
    const write = this.#test.db.kind === 'embedded' ? writeAtEnd : writeAtOnce;
    this.#writers.push(await write(this.#test, change));
  }

  async #end(which: number, isCommitted: boolean): Promise<void> {
    const [writer] = this.#writers.splice(which, 1);
    if (!writer) return;
    await writer.end(isCommitted);
    if (!isCommitted) return;
    const { change } = writer;
    for (const [index, { merchantId, userId }] of READERS.entries()) {
      const isFor =
        change === ANYTHING_CHANGED ||
        (merchantId === change.merchantId && [EVERYBODY, userId].includes(change.userId));
      const shown = merchantId === PLATFORM_ID ? change.showsPlatform : isFor ? change.shows : [];
      for (const name of shown) this.#state(index).expected.add(name);
    }
  }

  /** Time passes: everything else becomes older. No transaction is committed later than readers look back. */
  async #wait(ms: number): Promise<void> {
    const isTooOld = ({ ageMs }: Writer) => ageMs + ms > OVERLAP_MS - 2_000;
    for (const writer of this.#writers.filter(isTooOld)) await this.#end(this.#writers.indexOf(writer), true);
    await older(ms).execute(this.#test.db.kysely);
    for (const writer of this.#writers) {
      writer.ageMs += ms;
      await writer.shift(ms);
    }
    for (const server of this.#servers) server.next -= ms;
    for (const state of this.#readers) state.position = { ...state.position, from: state.position.from - ms };
  }

  /** A server polls for its readers. */
  async #look(server: number): Promise<void> {
    const here = [...READERS.keys()].filter((index) => this.#state(index).server === server);
    const known = this.#servers[server] ?? { next: 0 };
    const read = await this.#read([...new Set(here.map((index) => this.#whoIs(index).merchantId))], {
      from: known.next,
    });
    known.next = read.next;
    for (const index of here) this.#tell(index, read);
  }

  /** A reader goes on at the other server, or connects again, with its cursor. */
  async #move(index: number, server: number): Promise<void> {
    const state = this.#state(index);
    const position = readCursor(cursorOf(state.position, PERMISSIONS));
    expect(position).not.toBeNull();
    if (position === null) return;
    Object.assign(state, { server, position });
    const { merchantId } = this.#whoIs(index);
    this.#tell(index, await this.#read([merchantId], { from: position.from }, this.#serverOf(index).next));
  }

  #tell(index: number, read: Awaited<ReturnType<typeof readChanges>>): void {
    const state = this.#state(index);
    const { names, isReset, position } = newsIn(read, this.#whoIs(index), state.position);
    expect({ index, isReset, names: names.toSorted() }).toEqual({
      index,
      isReset: state.expected.has(ANYTHING),
      names: [...state.expected].toSorted(),
    });
    Object.assign(state, { position, expected: new Set() });
  }

  #read(tenants: readonly string[], since: Since, next?: number) {
    return readChanges(this.#test.db, tenants, since, next);
  }

  #whoIs(index: number) {
    const reader = READERS[index];
    if (!reader) throw new Error(`no reader ${index}`);
    return reader;
  }

  #state(index: number) {
    const state = this.#readers[index];
    if (!state) throw new Error(`no reader ${index}`);
    return state;
  }

  #serverOf(index: number) {
    return this.#servers[this.#state(index).server] ?? { next: 0 };
  }
}

describe.each(BOTH_DATABASES)('changes that become visible late (%s)', (kind) => {
  let test: TestDatabase<Database>;
  beforeAll(async () => {
    test = await migratedDatabase(kind);
  });
  afterAll(() => test.remove());

  it('are told once to each page, also to one that goes on at another server', async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const model = new Model(test);
        try {
          await model.begin();
          for (const step of steps) await model.step(step);
          await model.finish();
        } finally {
          await model.stop();
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
