import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  declarationSchema,
  type Field,
  holds,
  inScope,
  plainText,
  type Predicate,
  type Resource,
  seesAllRecords,
  toResource,
} from '@merchant-console/declaration';
import { predicateSchema } from '../../../../packages/declaration/src/predicateSchema.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import type { Actor, Values, WireRecord } from '#server/resources/RecordSource.ts';
import { predicates } from '#tests/support/predicates.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const members = {
  name: 'team_members',
  fields: [
    { source: 'user_id', type: 'reference', reference: 'users', required: true },
    { source: 'team_id', type: 'reference', reference: 'teams' },
  ],
};
const fields = [
  { source: 'title', type: 'text', filter: 'eq', sortable: true },
  { source: 'account', type: 'text', mask: 'card' },
  { source: 'owner_id', type: 'reference', reference: 'users', filter: 'eq' },
  { source: 'team_id', type: 'reference', reference: 'teams', filter: 'eq' },
  { source: 'amount', type: 'money', filter: 'range', sortable: true },
  { source: 'due_on', type: 'date' },
  { source: 'status', type: 'enum', choices: [{ id: 'a' }, { id: 'b' }], filter: 'eq' },
];
const list = { sort: { field: 'title', order: 'ASC' }, summary: ['amount'] };
/** Refers to a ticket, and goes with it. */
const notes = {
  name: 'notes',
  fields: [
    { source: 'owner_id', type: 'reference', reference: 'users' },
    { source: 'ticket_id', type: 'reference', reference: 'tickets', onDelete: 'delete' },
  ],
};

const parsed = (more: object) => declarationSchema.parse({ version: 1, storage: 'table', ...more });
const COMPARED: Field[] = toResource(parsed({ name: 'tickets', fields })).fields.filter(
  ({ source }) => source !== 'account' && source !== 'created_at' && source !== 'updated_at',
);

const words = fc.constantFrom<Predicate>(
  { field: 'owner_id', eq: '$user' },
  { field: 'owner_id', ne: '$user' },
  { field: 'team_id', in: '$user.team_members.team_id' },
  { not: { field: 'team_id', in: '$user.team_members.team_id' } },
  { field: 'due_on', lte: '$today' },
  { field: 'created_at', gt: '$now-1d' },
  { permission: 'see_all' },
  { not: { permission: 'see_all' } },
);
const condition: fc.Arbitrary<Predicate> = fc
  .oneof(
    words,
    predicates(COMPARED),
    fc.array(fc.oneof(words, predicates(COMPARED)), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    fc.array(fc.oneof(words, predicates(COMPARED)), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
  )
  // The format has no empty lists.
  .filter((one) => !JSON.stringify(one).includes('[]'));

describe('the records that a user may see and write', () => {
  let world: StoredWorld;
  let actors: Actor[];
  let teams: string[];
  /** The teams of each actor, by user ID. */
  const teamsOf = new Map<string, string[]>();
  let rows: WireRecord[];
  let all: OpenedResource;

  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
    const permissions = ['tickets.see_all', 'notes.delete', 'tickets.delete'];
    actors = [permissions, permissions.slice(1), []].map((some) => ({
      ...world.actor,
      userId: randomUUID(),
      permissions: new Set(some),
    }));
    teams = [randomUUID(), randomUUID()];
    const memberships = await world.open(parsed(members));
    all = await world.open(parsed({ name: 'tickets', fields, list }));
    await world.open(parsed(notes));
    for (const [at, actor] of actors.entries()) {
      const own = teams.slice(0, at);
      teamsOf.set(actor.userId, own);
      for (const team_id of own) await memberships.writer.create(actor, { user_id: actor.userId, team_id });
    }
    // Members of another tenant give nobody a right here.
    await memberships.writer.create(world.stranger, { user_id: actors[0]?.userId ?? '', team_id: teams[1] ?? '' });
    const owners = [...actors.map(({ userId }) => userId), null];
    rows = [];
    for (let at = 0; at < 24; at += 1) {
      const values = {
        title: ['a', 'b', '', 'ab'][at % 4] || null,
        account: `622202020000${1000 + at}`,
        owner_id: owners[at % 4],
        team_id: [...teams, null][at % 3],
        amount: at % 5 === 0 ? null : String(at % 7),
        due_on: at % 6 === 0 ? null : `2026-03-0${1 + (at % 9)}`,
        status: at % 2 === 0 ? 'a' : 'b',
      };
      rows.push(await all.writer.create(actors[0] ?? world.actor, values));
    }
  });
  afterAll(() => world.close());

  /** Independent of the server: sets of own values are replaced by lists. */
  function mayBy(predicate: Predicate | null, resource: Resource, actor: Actor, record: Values): boolean {
    if (!predicate) return true;
    const { now, today } = { now: world.clock.now(), today: world.clock.now().toISOString().slice(0, 10) };
    const scope = { userId: actor.userId, now, today, permissions: actor.permissions ?? new Set<string>() };
    const own = teamsOf.get(actor.userId) ?? [];
    const set = JSON.stringify(own.length > 0 ? own : ['none']);
    const text = JSON.stringify(predicate).replaceAll('"$user.team_members.team_id"', set);
    const listed = inScope(predicateSchema.parse(JSON.parse(text)), scope, resource.name);
    return holds(listed, record, resource.fields);
  }

  it('are those of the model, on every path that reads or counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        condition,
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom('a', 'b', null),
        async (see, who, status) => {
          const actor = actors[who] ?? world.actor;
          const { merchantId } = actor;
          const { resource, seenBy } = await world.open({
            ...parsed({ name: 'tickets', fields, list }),
            records: { see },
          });
          const source = seenBy(actor);
          const seen = rows.filter((row) => mayBy(see, resource, actor, row));
          if (seesAllRecords(resource, new Set([...(actor.permissions ?? []), 'tickets.list'])))
            expect(seen).toEqual(rows);
          const wanted = seen.filter((row) => status === null || row['status'] === status);
          const conditions =
            status === null
              ? []
              : [{ kind: 'compare' as const, source: 'status', operator: '=' as const, value: status }];
          const query = { conditions, sort: { source: 'amount', descending: false } };
          const page = await source.list(merchantId, { ...query, range: [0, 99] });
          const ids = (some: readonly WireRecord[]) => some.map(({ id }) => id).toSorted();
          expect([ids(page.records), page.total]).toEqual([ids(wanted), wanted.length]);
          const byId = { kind: 'among' as const, source: 'id', values: rows.map(({ id }) => id) };
          const many = await source.list(merchantId, { ...query, conditions: [byId], range: [0, 99] });
          expect(ids(many.records)).toEqual(ids(seen));
          const columns = resource.list.summary;
          const sums = await source.summary(merchantId, conditions, { columns, fields: resource.fields, tab: null });
          const total = wanted.reduce((sum, row) => sum + BigInt(plainText(row['amount']) || 0), 0n);
          expect([sums.count, sums.sums['amount']?.[0]?.sum]).toEqual([wanted.length, total.toString()]);
          const exported: WireRecord[] = [];
          for await (const slice of source.slices(merchantId, query)) exported.push(...slice);
          expect(ids(exported)).toEqual(ids(wanted));
          const [first] = rows;
          if (first) expect((await source.one(merchantId, first.id)) !== undefined).toBe(seen.includes(first));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are those of the model, on every path that writes; other rows don’t exist or stay as they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        condition,
        condition,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 23 }),
        async (see, write, who, at) => {
          const actor = actors[who] ?? world.actor;
          const row = rows[at];
          if (!row) return;
          const declared = { ...parsed({ name: 'tickets', fields, list }), records: { see, write } };
          const { resource, writer, effectsOfDeleting } = await world.open(declared);
          const maySee = mayBy(see, resource, actor, row);
          const mayWrite = maySee && mayBy(write, resource, actor, row);
          const stays = mayWrite && [see, write].every((one) => mayBy(one, resource, actor, { ...row, title: 'zz' }));
          const outcome = async (act: () => Promise<unknown>) => {
            try {
              await act();
              return 'done';
            } catch (error) {
              if (error instanceof NotFoundError) return 'unknown';
              if (error instanceof ForbiddenError) return 'refused';
              throw error;
            }
          };
          const expected = (may: boolean) => (may ? 'done' : maySee ? 'refused' : 'unknown');
          const target = { id: row.id, revision: null };
          expect(await outcome(() => writer.reveal(actor, row.id, 'account'))).toBe(maySee ? 'done' : 'unknown');
          expect(await outcome(() => writer.update(actor, target, { title: 'zz' }))).toBe(expected(stays));
          if (stays) await all.writer.update(actor, target, { title: row['title'] });
          const change = { values: { title: 'zz' }, when: null, action: 'tickets.rename' };
          const known = await all.source.one(actor.merchantId, row.id);
          expect(known?.['title']).toBe(row['title']);
          expect(await outcome(() => writer.set(actor, [row.id], change))).toBe(expected(mayWrite));
          if (mayWrite) await all.writer.update(actor, target, { title: row['title'] });
          const made = { title: 'new', owner_id: actor.userId, status: 'a', team_id: null, amount: '3', due_on: null };
          const isMade = (await outcome(() => writer.create(actor, made))) === 'done';
          const probe = { ...made, created_at: world.clock.now().toISOString() };
          expect(isMade).toBe(mayBy(write, resource, actor, probe) && mayBy(see, resource, actor, probe));
          const created = (
            await all.source.list(actor.merchantId, {
              conditions: [{ kind: 'compare', source: 'title', operator: '=', value: 'new' }],
              sort: { source: 'id', descending: false },
              range: [0, 9],
            })
          ).records;
          expect(created.length).toBe(isMade ? 1 : 0);
          for (const { id } of created) {
            const effects = await effectsOfDeleting(actor, [id, row.id]);
            expect(effects).toEqual([]);
            expect(await outcome(() => writer.remove(actor, { id, revision: null }))).toBe('done');
          }
          if (!mayWrite) expect(await outcome(() => writer.remove(actor, target))).toBe(expected(false));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('hide by how many records that the user doesn’t see a deletion is refused', async () => {
    const [, actor = world.actor] = actors;
    const tickets = await world.open(parsed({ name: 'tickets', fields, list }));
    const own = await world.open({ ...parsed(notes), records: { see: { field: 'owner_id', eq: '$user' } } });
    const { id } = await tickets.writer.create(actor, { title: 'with notes' });
    const stranger = randomUUID();
    for (const owner_id of [actor.userId, stranger, stranger])
      await own.writer.create(actor, { owner_id, ticket_id: id }).catch(() => null);
    const open = await world.open(parsed(notes));
    for (const owner_id of [stranger, stranger]) await open.writer.create(actor, { owner_id, ticket_id: id });
    await world.open({ ...parsed(notes), records: { see: { field: 'owner_id', eq: '$user' } } });
    const effects = await tickets.effectsOfDeleting(actor, [id]);
    expect(effects.map(({ effect, count, isHidden = false }) => [effect, count, isHidden])).toEqual([
      ['forbidden', 1, true],
      ['delete', 1, false],
    ]);
    await expect(tickets.writer.remove(actor, { id, revision: null })).rejects.toThrow('deletion_forbidden');
  });
});
