import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkValue, type Field, type Resource } from '@merchant-console/declaration';
import { connect, type Db } from '#server/db/connect.ts';
import { ConflictError, UnavailableError, ValidationError } from '#server/errors.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { dying, NAMES, RollOutServer, type Shape, step, type Step } from './rollOutSteps.ts';

/** Values by record, by the name of their column. */
type Model = Map<string, Record<string, string | null>>;

const valuesIn = (model: Model, source: string) => [...model.values()].flatMap((row) => row[source] ?? []);

const typed = (field: Field, text: string | null) =>
  text === null ? null : field.type === 'integer' ? (/^\d+$/.test(text) ? Number(text) : null) : text;

const isRefusal = (error: unknown) =>
  error instanceof UnavailableError || error instanceof ValidationError || error instanceof ConflictError;

describe.each(BOTH_DATABASES)('random roll-outs, on %s', (kind) => {
  let world: StoredWorld;
  let second: Db;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    second = kind === 'postgres' ? await connect({ ...world.options, clock: world.clock }) : world.db;
  });
  afterAll(async () => {
    if (kind === 'postgres') await second.close();
    await world.close();
  });

  let serial = 0;

  async function run(steps: readonly Step[]): Promise<void> {
    const name = `model${kind === 'postgres' ? '' : '_e'}${++serial}_${randomUUID().slice(0, 4)}`;
    const first: Shape[] = [
      { source: 'a', type: 'text' },
      { source: 'b', type: 'text' },
    ];
    const servers: RollOutServer[] = [];
    for (const db of [world.db, second]) {
      const one = new RollOutServer(world, db, name, await temporaryFolder({}), structuredClone(first));
      await one.write(one.text());
      await one.start();
      servers.push(one);
    }
    const model: Model = new Map();
    try {
      for (const one of steps) {
        await take(one, servers, model);
        await verify(servers, model);
      }
      for (const one of servers) await one.start();
      await verify(servers, model);
      // The file of at least the last edit, or the stored version, is served.
      expect(servers.every(({ served }) => served !== undefined)).toBe(true);
    } finally {
      for (const { registry, folder } of servers) {
        await registry?.close();
        await rm(folder, { recursive: true, force: true });
      }
    }
  }

  /** Creates a record under the served declaration, if the values are valid for it. */
  async function create({ served }: RollOutServer, texts: readonly (string | null)[], model: Model): Promise<void> {
    const insert = served?.backend?.writer?.create;
    if (!served || !insert) return;
    const { resource } = served;
    const values = Object.fromEntries(
      resource.fields.flatMap((field) => {
        const at = NAMES.findIndex((source) => source === field.source);
        return at < 0 ? [] : [[field.source, typed(field, texts[at] ?? null)]];
      }),
    );
    if (!resource.fields.every((field) => field.readOnly === true || checkValue(field, values[field.source]) === null))
      return;
    try {
      const { id } = await world.db.transaction((tx) => insert(tx, world.actor, values));
      const texted = Object.entries(values).map(([source, value]) => [source, value === null ? null : String(value)]);
      model.set(id, Object.fromEntries(texted));
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  async function take(one: Step, servers: readonly RollOutServer[], model: Model): Promise<void> {
    const own = servers[one.server];
    if (!own) return;
    if (one.do === 'write') {
      await create(own, one.values, model);
      return;
    }
    if (one.do === 'restart') {
      if (one.diesAfter !== null) await own.start(dying(own.db, one.diesAfter)).catch(() => {});
      await own.start();
      await settle(own, model, {});
      return;
    }
    if (one.do === 'break') {
      await own.write('{');
      await own.registry?.refresh();
      expect(own.served).toBeDefined();
      return;
    }
    const before = structuredClone(own.fields);
    const migrate = edited(own, one, model);
    if (migrate === null) return;
    await own.write(own.text(migrate));
    own.renames = Object.entries({ ...migrate['rename'] }).map(([from, to]) => [from, String(to)]);
    if (one.diesAfter !== null) await own.start(dying(own.db, one.diesAfter));
    // Another server goes on writing.
    const other = servers.find((any) => any !== own);
    const writing = kind === 'postgres' && other ? create(other, ['1', '22', 'x', '333'], model) : null;
    await Promise.all([one.diesAfter === null ? own.registry?.refresh() : own.start(), writing]);
    await settle(own, model, migrate);
    if (!own.isCurrent) {
      own.fields = before;
      own.renames = [];
      await own.write(own.text());
      await own.registry?.refresh();
      await settle(own, model, {});
    }
  }

  /** Changes the fields of a file. @returns `migrate`, or null if the step doesn't apply */
  function edited(own: RollOutServer, one: Step, model: Model): Record<string, object> | null {
    if (!('source' in one)) return null;
    const field = own.fields.find(({ source }) => source === one.source);
    if (one.do === 'add') {
      if (field) return null;
      own.fields.push({ source: one.source, type: 'text' });
      return {};
    }
    if (!field) return null;
    switch (one.do) {
      case 'remove':
      case 'drop': {
        if (own.fields.length === 1) return null;
        own.fields = own.fields.filter((other) => other !== field);
        const count = valuesIn(model, one.source).length;
        return one.do === 'drop' && count > 0 ? { drop: { [one.source]: count } } : {};
      }
      case 'rename':
        if (own.fields.some(({ source }) => source === one.to)) return null;
        field.source = one.to;
        return { rename: { [one.source]: one.to } };
      case 'convert':
        if (field.mask || field.type === one.type) return null;
        field.type = one.type;
        delete field.maxLength;
        return one.says ? { convert: { [one.source]: one.type } } : {};
      case 'mask':
        if (field.type !== 'text' || field.unique) return null;
        field.mask = 'all';
        return {};
      case 'unmask':
        if (!field.mask) return null;
        delete field.mask;
        return { unmask: [one.source] };
      case 'unique':
        if (field.mask) return null;
        field.unique = true;
        return {};
      case 'required':
        field.required = true;
        return {};
      case 'limit':
        if (field.type !== 'text') return null;
        field.maxLength = one.maxLength;
        return {};
      case 'widen':
        delete field.maxLength;
        delete field.required;
        delete field.unique;
        return {};
      default:
        return null;
    }
  }

  /** Applies what an accepted file has given up or renamed to the model. */
  async function settle(own: RollOutServer, model: Model, migrate: Record<string, object>): Promise<void> {
    if (!own.isCurrent) return;
    for (const [from, to] of Object.entries({ ...migrate['rename'] })) {
      for (const row of model.values()) {
        if (!(from in row)) continue;
        row[String(to)] = row[from] ?? null;
        delete row[from];
      }
    }
    for (const source of Object.keys({ ...migrate['drop'] })) for (const row of model.values()) delete row[source];
  }

  async function verify(servers: readonly RollOutServer[], model: Model): Promise<void> {
    for (const one of servers) {
      expect(one.served, `${one.name} vanished`).toBeDefined();
      if (!one.served?.backend) continue;
      const { resource, backend } = one.served;
      const query = {
        conditions: [],
        sort: { source: 'created_at', descending: false },
        range: [0, 999] as [number, number],
      };
      let records;
      try {
        ({ records } = await backend.source.list(world.actor.merchantId, query));
      } catch (error) {
        // Another server has changed the columns: nothing is served half.
        expect(error).toBeInstanceOf(UnavailableError);
        continue;
      }
      expect(records.map(({ id }) => id).toSorted()).toEqual([...model.keys()].toSorted());
      for (const record of records) {
        renamedAgain(one, record, model);
        await verifyRecord(resource, record, model, one);
      }
    }
  }

  /** A file that renames a field does so again when another server's file has brought back the former name. */
  function renamedAgain({ renames }: RollOutServer, record: Record<string, unknown>, model: Model): void {
    const row = model.get(String(record['id']));
    for (const [from, to] of renames) {
      if (!row || !(from in row) || (row[to] ?? null) !== null || String(record[to]) !== row[from]) continue;
      row[to] = row[from] ?? null;
      delete row[from];
    }
  }

  async function verifyRecord(
    resource: Resource,
    record: Record<string, unknown>,
    model: Model,
    { served }: RollOutServer,
  ) {
    const expected = model.get(String(record['id']));
    for (const field of resource.fields) {
      if (!NAMES.some((source) => source === field.source)) continue;
      const value = expected?.[field.source] ?? null;
      const isMasked = field.type === 'text' && field.mask !== undefined;
      if (isMasked && value !== null) {
        const whole = await served?.backend?.writer?.reveal?.(world.actor, String(record['id']), field.source);
        expect(whole).toBe(value);
      } else {
        const shown = record[field.source] ?? null;
        const text = typeof shown === 'number' ? String(shown) : shown;
        expect(text, `${field.source} of ${resource.name}`).toBe(value);
      }
    }
  }

  it('lose nothing, serve nothing half, and serve the last good version', { timeout: 900_000 }, async () => {
    const runs = Number(process.env['MODEL_RUNS'] ?? 25);
    const steps = fc.array(step, { minLength: 3, maxLength: 14 });
    const renamedTwice: Step[] = [
      { do: 'rename', server: 0, source: 'a', diesAfter: null, to: 'd' },
      { do: 'restart', server: 1, diesAfter: null },
      { do: 'write', server: 1, values: ['1', '1', '1', '1'] },
      { do: 'write', server: 1, values: ['1', '1', '1', '1'] },
    ];
    const examples: [Step[]][] = [[renamedTwice]];
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: runs, endOnFailure: false, examples });
  });
});
