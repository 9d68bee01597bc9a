import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { silentLog } from '#server/db/dbLog.ts';
import { TooManyRequestsError } from '#server/errors.ts';
import { PART_BYTES } from '#server/files/fileStore.ts';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { FileAnswer } from '#server/http/Route.ts';
import { createMetrics } from '#server/process/createMetrics.ts';
import { createTaskWorker, TASK_TIMES } from '#server/modules/tasks/createTaskWorker.ts';
import type { Exporter } from '#server/resources/export/createExporter.ts';
import type { Registry } from '#server/resources/registry/createRegistry.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import { gate } from '#tests/support/gate.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import declaredOrders from '../../../../resources/orders.json' with { type: 'json' };
import { type TasksWorld, tasksWorld } from './tasksWorld.ts';

const LEASE_SECONDS = TASK_TIMES.leaseMs / 1000;
/** The longest delay of a worker's retries. */
const LONGEST_DELAY_SECONDS = 100;
const ROWS = 1000;

/** Chunks of a file, some of which are delayed. */
type Pieces = () => AsyncGenerator<Buffer, void, undefined>;

describe('the worker of exports in the background', () => {
  let world: TasksWorld;
  let registry: Registry;
  const workers: Processor[] = [];
  beforeAll(async () => {
    world = await tasksWorld(USUAL_DATABASE);
    const resource = toResource(declarationSchema.parse(declaredOrders));
    if (!resource) throw new Error('no declaration');
    const backend = { source: await viewSource(world.db, 'v_orders') };
    registry = {
      folder: '',
      state: {
        resources: new Map([['orders', { resource, backend }]]),
        texts: new Map(),
        problems: [],
        outdated: [],
        readAt: world.clock.now(),
      },
      follow: async () => {},
      examine: async () => ({ resource: undefined, problems: [], before: null }),
      onChange: () => () => {},
      refresh: async () => {},
      close: async () => {},
    };
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await sql`delete from task_parts`.execute(world.db.kysely);
    await sql`delete from task_jobs`.execute(world.db.kysely);
    await sql`delete from tasks`.execute(world.db.kysely);
  });

  /** A server's worker whose exports return these chunks. */
  function workerOf(pieces: Pieces, onBegin: () => void = () => {}): Processor {
    const exporter: Exporter = async ({ audit, onRows }) => {
      onBegin();
      await audit?.({ resource: 'orders', format: 'csv', filter: '', sort: '', columns: [], rows: ROWS });
      onRows?.(ROWS);
      const body = Readable.from(pieces(), { objectMode: false });
      const disposition = "attachment; filename*=UTF-8''a.csv";
      const headers = { 'Content-Type': 'text/csv', 'Content-Disposition': disposition, 'X-Total-Rows': String(ROWS) };
      return Object.assign(new FileAnswer(body, headers), { body });
    };
    const { db, clock } = world;
    const entitledTo = () => Promise.resolve(['orders.list', 'orders.export']);
    const services = { db, clock, log: silentLog, exporter, registry, entitledTo, metrics: createMetrics() };
    const worker = createTaskWorker(services, TASK_TIMES);
    workers.push(worker);
    return worker;
  }

  /** A file of one repeated letter that stops after one and a half parts until the gate opens. */
  function heldFile(letter: string) {
    const { opened, open } = gate();
    async function* pieces() {
      yield Buffer.alloc(1.5 * PART_BYTES, letter);
      await opened;
      yield Buffer.alloc(1.5 * PART_BYTES, letter);
    }
    return { pieces, open };
  }
  const isStarted = async (id: string, parts = 1) => {
    await expect.poll(() => world.partsOf(id)).toBe(parts);
  };
  const wholeFile = (letter: string, size: number): Pieces =>
    async function* () {
      yield Buffer.alloc(size, letter);
    };
  const audited = async () => {
    const { rows } = await sql`select 1 from audit_logs where action = 'orders.export'`.execute(world.db.kysely);
    return rows.length;
  };

  it.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES])(
    'stores all %d bytes, however they arrive',
    async (size) => {
      const { id } = await world.begun('demo');
      const bytes = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 251));
      async function* pieces() {
        for (let at = 0; at < size; at += 70_001) yield bytes.subarray(at, at + 70_001);
      }
      await workerOf(pieces).step();
      const file = await world.file('demo', id);
      expect(file.headers['content-length']).toBe(String(size));
      expect(file.rawPayload.equals(bytes)).toBe(true);
    },
  );

  it('reports its progress', async () => {
    const { id } = await world.begun('demo');
    const { pieces, open } = heldFile('a');
    const working = workerOf(pieces).step();
    await isStarted(id);
    expect(await world.get('demo', id)).toMatchObject({ status: 'running', done_rows: ROWS, total_rows: ROWS });
    expect((await world.file('demo', id)).statusCode).toBe(404);
    open();
    await working;
    expect(await world.get('demo', id)).toMatchObject({ status: 'done' });
  });

  it('restarts the task of a killed server, and includes none of its parts', async () => {
    const before = await audited();
    const { id } = await world.begun('demo');
    const { pieces, open } = heldFile('a');
    const killed = workerOf(pieces).step();
    await isStarted(id);

    const another = workerOf(wholeFile('b', 1.5 * PART_BYTES));
    world.clock.advance(LEASE_SECONDS - 1);
    expect(await another.step()).toBe(0);
    world.clock.advance(1);
    expect(await another.step()).toBe(1);
    // The first server was slow, not dead.
    open();
    await killed;
    const file = await world.file('demo', id);
    expect(file.rawPayload.equals(Buffer.alloc(1.5 * PART_BYTES, 'b'))).toBe(true);
    expect(await world.partsOf(id)).toBe(2);
    expect(await audited()).toBe(before + 1);
  });

  it('fails a task that has failed on five servers', async () => {
    const { id } = await world.begun('demo');
    const failing = workerOf(wholeFile('a', 1), () => {
      throw new Error('a bug');
    });
    for (let run = 0; run < 5; run += 1) {
      expect(await failing.step()).toBe(1);
      expect(await world.get('demo', id)).toMatchObject({ status: 'running' });
      world.clock.advance(LONGEST_DELAY_SECONDS);
    }
    await world.signInAll('demo');
    await workerOf(wholeFile('b', 1)).step();
    expect(await world.get('demo', id)).toMatchObject({
      status: 'failed',
      error: 'The export was interrupted several times. Try again with narrower filters.',
    });
  });

  it('stops when the user cancels, and stores nothing', async () => {
    const { id } = await world.begun('demo');
    const { pieces, open } = heldFile('a');
    const working = workerOf(pieces).step();
    await isStarted(id);
    expect((await world.cancel('demo', id)).json()).toMatchObject({ data: { status: 'cancelled' } });
    open();
    await working;
    expect(await world.get('demo', id)).toMatchObject({ status: 'cancelled', file: null });
    expect(await world.partsOf(id)).toBe(0);
    expect(await workerOf(wholeFile('b', 1)).step()).toBe(0);
  });

  it('leaves its task to others when its server stops', async () => {
    const { id } = await world.begun('demo');
    const { pieces, open } = heldFile('a');
    const stopped = workerOf(pieces);
    const working = stopped.step();
    await isStarted(id);
    const stopping = stopped.stop();
    open();
    await Promise.all([stopping, working]);
    expect(await world.get('demo', id)).toMatchObject({ status: 'waiting' });
    expect(await world.partsOf(id)).toBe(0);
    expect(await workerOf(wholeFile('b', 10)).step()).toBe(1);
    expect((await world.file('demo', id)).payload).toBe('b'.repeat(10));
  });

  it('waits while the tenant runs its maximum number of exports', async () => {
    const { id } = await world.begun('demo');
    await workerOf(wholeFile('a', 1), () => {
      throw new TooManyRequestsError(10);
    }).step();
    expect(await world.get('demo', id)).toMatchObject({ status: 'waiting' });
    const free = workerOf(wholeFile('b', 1));
    expect(await free.step()).toBe(0);
    world.clock.advance(5);
    expect(await free.step()).toBe(1);
  });

  it('retries after a server error', async () => {
    const { id } = await world.begun('demo');
    await workerOf(wholeFile('a', 1), () => {
      throw new Error('the disk is full');
    }).step();
    expect(await world.get('demo', id)).toMatchObject({ status: 'running' });
    world.clock.advance(LEASE_SECONDS);
    await workerOf(wholeFile('b', 1)).step();
    expect((await world.file('demo', id)).payload).toBe('b');
  });

  it('runs each task once on several servers', async () => {
    const begun: string[] = [];
    const tasks = [];
    for (const name of ['demo', 'checker', 'tokyo']) {
      for (let nth = 0; nth < 4; nth += 1) tasks.push({ name, ...(await world.begun(name)) });
    }
    const servers = Array.from({ length: 4 }, (_, at) =>
      workerOf(wholeFile(String(at), PART_BYTES), () => begun.push(String(at))),
    );
    for (let left = tasks.length; left > 0;) {
      const done = await Promise.all(servers.map((server) => server.step()));
      left -= done.reduce((sum, one) => sum + one, 0);
    }
    expect(begun).toHaveLength(tasks.length);
    for (const { name, id } of tasks) {
      const { payload } = await world.file(name, id);
      expect([payload.length, new Set(payload).size]).toEqual([PART_BYTES, 1]);
    }
  });
});
