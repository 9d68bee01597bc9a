import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANYTHING, OVERLAP_MS } from '#server/db/longTransactions.ts';
import type { Database } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { type Read, WHOLE_EVERY_MS } from '#server/modules/live/changeFeed.ts';
import { type FeedWindow, isCountedWhole, joinWindow, pollWindow } from '#server/modules/live/feedWindow.ts';
import { cursorOf, newsIn, type Position, readCursor } from '#server/modules/live/position.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { beginWrite, older, type Writer } from './lateWriters.ts';

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

/** A change that a reader hasn't been told of yet. */
interface Untold {
  name: string;
  /** Time of the row in milliseconds. */
  at: number;
  /** True if the server has counted it for another reader, after it had become visible late. */
  isCounted: boolean;
}

interface ReaderState {
  server: number;
  position: Position;
  untold: Untold[];
}

/** Two servers with readers, transactions that are open, and what each reader should be told next. */
class Model {
  readonly #test: TestDatabase<Database>;
  /** Null while a server has no readers. */
  readonly #windows: (FeedWindow | null)[] = [null, null];
  readonly #readers: ReaderState[] = [];
  #writers: Writer<Change>[] = [];

  constructor(test: TestDatabase<Database>) {
    this.#test = test;
  }

  async begin(): Promise<void> {
    await sql`delete from changes`.execute(this.#test.db.kysely);
    for (const [index, reader] of READERS.entries()) {
      const server = index % 2;
      const read = await this.#join(reader.merchantId, server, { agoMs: 0 });
      this.#readers.push({ server, position: newsIn(read, reader, null).position, untold: [] });
    }
  }

  async step(step: Step): Promise<void> {
    if (step.act === 'write') return this.#write(step.change);
    if (step.act === 'end') return this.#end(step.which, step.how === 'commit');
    if (step.act === 'wait') return this.#wait(step.ms);
    if (step.act === 'look') return this.#look(step.server);
    return this.#move(step.reader, step.server);
  }

  /** Ends all transactions and lets all readers hear of them, also of late ones. */
  async finish(): Promise<void> {
    while (this.#writers.length > 0) await this.#end(0, true);
    await this.#wait(WHOLE_EVERY_MS);
    for (const server of [0, 1, 0, 1]) await this.#look(server);
    expect(this.#readers.flatMap(({ untold }) => untold)).toEqual([]);
  }

  /** Ends all transactions. */
  async stop(): Promise<void> {
    while (this.#writers.length > 0) await this.#writers.pop()?.end(false);
  }

  async #write(index: number): Promise<void> {
    const change = CHANGES[index];
    if (!change || this.#writers.length === 4) return;
    this.#writers.push(await beginWrite(this.#test, change));
  }

  async #end(which: number, isCommitted: boolean): Promise<void> {
    const [writer] = this.#writers.splice(which, 1);
    const at = await writer?.end(isCommitted);
    if (!writer || at === undefined || at === null) return;
    const { row: change } = writer;
    for (const [index, { merchantId, userId }] of READERS.entries()) {
      const isFor =
        change === ANYTHING_CHANGED ||
        (merchantId === change.merchantId && [EVERYBODY, userId].includes(change.userId));
      const shown = merchantId === PLATFORM_ID ? change.showsPlatform : isFor ? change.shows : [];
      for (const name of shown) this.#state(index).untold.push({ name, at, isCounted: false });
    }
  }

  /** Time passes: everything else becomes older. No transaction is committed later than readers look back. */
  async #wait(ms: number): Promise<void> {
    const isTooOld = ({ ageMs }: Writer<Change>) => ageMs + ms > OVERLAP_MS - 2_000;
    for (const writer of this.#writers.filter(isTooOld)) await this.#end(this.#writers.indexOf(writer), true);
    await older(ms).execute(this.#test.db.kysely);
    for (const writer of this.#writers) {
      writer.ageMs += ms;
      await writer.shift(ms);
    }
    for (const [server, window] of this.#windows.entries()) {
      if (window) this.#windows[server] = { ...window, from: window.from - ms, recent: window.recent - ms };
    }
    for (const state of this.#readers) {
      state.position = { ...state.position, from: state.position.from - ms };
      for (const untold of state.untold) untold.at -= ms;
    }
  }

  /** A server polls for its readers. */
  async #look(server: number): Promise<void> {
    const here = this.#readersAt(server);
    const known = this.#windows[server];
    if (!known) return;
    const tenants = [...new Set(here.map((index) => this.#whoIs(index).merchantId))];
    const { window, readOf } = await pollWindow(this.#test.db, tenants, known);
    this.#windows[server] = window;
    const isDue = ({ at, isCounted }: Untold) => isCounted || isCountedWhole(known) || at > known.recent;
    for (const index of here) this.#tell(index, readOf(this.#whoIs(index).merchantId), isDue);
  }

  /** A reader goes on at the other server, or connects again, with its cursor. */
  async #move(index: number, server: number): Promise<void> {
    const state = this.#state(index);
    const position = readCursor(cursorOf(state.position, PERMISSIONS));
    expect(position).not.toBeNull();
    if (position === null) return;
    if (this.#readersAt(state.server).length === 1) this.#windows[state.server] = null;
    Object.assign(state, { server, position });
    this.#tell(index, await this.#join(this.#whoIs(index).merchantId, server, position), () => true);
  }

  async #join(merchantId: string, server: number, since: { from: number } | { agoMs: number }): Promise<Read> {
    const { read, window } = await joinWindow(this.#test.db, merchantId, since, this.#windows[server] ?? null);
    this.#windows[server] = window;
    for (const index of this.#readersAt(server)) {
      const isOfTenant = this.#whoIs(index).merchantId === merchantId;
      for (const untold of this.#state(index).untold) untold.isCounted ||= isOfTenant || untold.name === ANYTHING;
    }
    return read;
  }

  /** @param isDue true of what the read must tell; it must tell nothing else */
  #tell(index: number, read: Read, isDue: (untold: Untold) => boolean): void {
    const state = this.#state(index);
    const { names, isReset, position } = newsIn(read, this.#whoIs(index), state.position);
    const due = new Set(state.untold.filter(isDue).map(({ name }) => name));
    expect({ index, isReset, names: names.toSorted() }).toEqual({
      index,
      isReset: due.has(ANYTHING),
      names: [...due].toSorted(),
    });
    Object.assign(state, { position, untold: state.untold.filter((untold) => !isDue(untold)) });
  }

  #readersAt(server: number): number[] {
    return [...this.#readers.keys()].filter((index) => this.#state(index).server === server);
  }

  #whoIs(index: number) {
    const reader = READERS[index];
    if (!reader) throw new Error(`no reader ${index}`);
    return reader;
  }

  #state(index: number): ReaderState {
    const state = this.#readers[index];
    if (!state) throw new Error(`no reader ${index}`);
    return state;
  }
}

describe.each(EITHER_DATABASE)('changes that become visible late (%s)', (kind) => {
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
      {
        numRuns: 40,
        examples: [
          [
            [
              { act: 'write', change: 4 },
              { act: 'end', which: 0, how: 'commit' },
              { act: 'look', server: 0 },
              { act: 'wait', ms: 3_000 },
              { act: 'look', server: 1 },
              { act: 'move', reader: 2, server: 1 },
              { act: 'look', server: 1 },
            ],
          ],
        ],
      },
    );
  }, 120_000);
});
