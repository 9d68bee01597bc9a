import { describe, expect, it } from 'vitest';
import { tasks } from './taskServer.ts';
import { bulkEditWorld } from './bulkEditWorld.ts';

describe('an edit of several records', () => {
  const bulk = bulkEditWorld();
  const { edit, current } = bulk;

  const mine = (values: object = {}) =>
    bulk.server.create({ owner_id: bulk.server.viewerId, note: 'n', opened_on: '2026-03-08', ...values });

  it('changes each record by its own call, with its revision, and an entry in the audit log', async () => {
    const records = [await mine(), await mine({ note: 'same' }), await mine()];
    expect(await edit(records, { note: 'same', team: 'x' })).toEqual({ changed: 3, refused: [], failed: null });
    expect(await current(records)).toMatchObject([
      { note: 'same', team: 'x', revision: 2 },
      { note: 'same', team: 'x', revision: 2 },
      { note: 'same', team: 'x', revision: 2 },
    ]);
    const entries = await bulk.server.world.db.kysely
      .selectFrom('audit_logs')
      .where('resource', '=', tasks.name)
      .where('action', '=', `${tasks.name}.edit`)
      .select('record_id')
      .execute();
    expect(entries.map(({ record_id }) => record_id).toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    expect(await edit(await current(records), { note: 'same' })).toMatchObject({ changed: 3 });
    expect(await current(records)).toMatchObject([{ revision: 2 }, { revision: 2 }, { revision: 2 }]);
  });

  it('goes on after a record that the user may not write, or would give away', async () => {
    const records = [
      await mine(),
      await bulk.server.create({ team: 'north', note: 'n' }),
      await mine({ team: 'north' }),
      await mine(),
    ];
    expect(await edit(records, { stage: 'done' })).toEqual({
      changed: 3,
      refused: [[records[1]?.id, 403, 'record_not_writable']],
      failed: null,
    });
    const seen = await current(records);
    expect(seen.map(({ stage }) => stage)).toEqual(['done', 'open', 'done', 'done']);
    expect(await edit(seen, { owner_id: null })).toMatchObject({
      changed: 1,
      refused: [
        [records[0]?.id, 403, 'record_not_yours'],
        [records[2]?.id, 403, 'record_not_yours'],
        [records[3]?.id, 403, 'record_not_yours'],
      ],
    });
  });

  it('refuses single records by rules, conditions, states, revisions, and because they are gone', async () => {
    const records = [
      await mine({ opened_on: '2026-03-09' }),
      await mine({ note: null }),
      await mine(),
      await mine(),
      await mine(),
      await mine(),
    ];
    const [, , closed, changed, gone] = records;
    const { dataProvider } = bulk.server.owner;
    await dataProvider.update(tasks.name, { id: closed?.id, data: { stage: 'closed' }, previousData: {} });
    await dataProvider.update(tasks.name, { id: changed?.id, data: { note: 'theirs' }, previousData: {} });
    await dataProvider.delete(tasks.name, { id: gone?.id ?? '' });
    const { refused, ...rest } = await edit(records, { stage: 'done', due_on: '2026-03-08' });
    expect(rest).toEqual({ changed: 1, failed: null });
    expect(refused).toEqual([
      [records[0]?.id, 422, 'validation'],
      [records[1]?.id, 422, 'validation'],
      [closed?.id, 409, expect.any(String)],
      [changed?.id, 409, 'conflict'],
      [gone?.id, 404, 'not_found'],
    ]);
    expect(await current(records)).toMatchObject([
      { stage: 'open', due_on: null },
      { stage: 'open', due_on: null },
      { stage: 'closed' },
      { stage: 'open', note: 'theirs' },
      { stage: 'done', due_on: '2026-03-08' },
    ]);
  });

  it('refuses a field that the user may not write, for each record', async () => {
    const records = [await mine({ level: 1 }), await mine({ level: 2 })];
    expect(await edit(records, { level: 2, note: 'x' })).toMatchObject({
      changed: 1,
      refused: [[records[0]?.id, 422, 'validation']],
    });
    expect(await current(records)).toMatchObject([
      { level: 1, note: 'n' },
      { level: 2, note: 'x' },
    ]);
  });

  it('isn’t tried further once the user has lost the permission to edit', async () => {
    const records = [await mine(), await mine()];
    await bulk.server.permit('edit', false);
    const { changed, refused, failed } = await edit(records, { note: 'x' });
    await bulk.server.permit('edit', true);
    expect([changed, refused, failed]).toEqual([0, [], expect.objectContaining({ status: 403 })]);
    expect(await current(records)).toMatchObject([{ revision: 1 }, { revision: 1 }]);
  });
});
