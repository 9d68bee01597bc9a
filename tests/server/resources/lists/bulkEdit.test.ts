import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { changeRecords, type SendChange } from '../../../../packages/ra-declared/src/list/changeRecords.ts';
import type { FieldRecord } from '../../../../packages/ra-declared/src/fields/FieldTypeDefinition.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startTaskServer, type Task, tasks, type TaskServer } from './taskServer.ts';

interface Dated {
  stage: string;
  note: string | null;
  due_on: string | null;
  opened_on: string | null;
}

const SILENT = { isStopped: () => false, onChanged: () => {}, onTried: () => {} };

describe('an edit of several records', () => {
  let server: TaskServer;
  beforeAll(async () => {
    server = await startTaskServer(USUAL_DATABASE);
  });
  afterAll(() => server.close());

  const mine = (values: object = {}) =>
    server.create({ owner_id: server.viewerId, note: 'n', opened_on: '2026-03-08', ...values });
  async function edit(records: readonly Task[], values: FieldRecord) {
    const { dataProvider } = server.viewer;
    const send: SendChange = async (params) => (await dataProvider.update<Task>(tasks.name, params)).data;
    const result = await changeRecords(send, records, values, SILENT);
    return { ...result, refused: result.refused.map(({ record, reason }) => [record.id, ...reasonOf(reason)]) };
  }
  const reasonOf = (reason: Error) =>
    reason instanceof ApiError ? [reason.status, reason.errorId] : [null, reason.message];
  const current = (records: readonly Task[]) => server.owner.read(records.map(({ id }) => id));

  it('changes each record by its own call, with its revision, and an entry in the audit log', async () => {
    const records = [await mine(), await mine({ note: 'same' }), await mine()];
    expect(await edit(records, { note: 'same', team: 'x' })).toEqual({ changed: 3, refused: [], failed: null });
    expect(await current(records)).toMatchObject([
      { note: 'same', team: 'x', revision: 2 },
      { note: 'same', team: 'x', revision: 2 },
      { note: 'same', team: 'x', revision: 2 },
    ]);
    const entries = await server.world.db.kysely
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
      await server.create({ team: 'north', note: 'n' }),
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
    const { dataProvider } = server.owner;
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
    await server.permit('edit', false);
    const { changed, refused, failed } = await edit(records, { note: 'x' });
    await server.permit('edit', true);
    expect([changed, refused, failed]).toEqual([0, [], expect.objectContaining({ status: 403 })]);
    expect(await current(records)).toMatchObject([{ revision: 1 }, { revision: 1 }]);
  });

  const day = fc.constantFrom(null, '2026-03-07', '2026-03-08', '2026-03-09');
  const values = {
    stage: fc.constantFrom('open', 'done', 'closed'),
    note: fc.constantFrom(null, 'a', 'b'),
    due_on: day,
    team: fc.constantFrom(null, 'north', 'south'),
  };
  const row = fc.record({ ...values, opened_on: day, isMine: fc.boolean(), isChanged: fc.boolean() });

  /** What must hold of a stored task, apart from the server. */
  const isSound = ({ stage, note, due_on, opened_on }: Dated) =>
    (stage !== 'done' || note !== null) && (due_on === null || (opened_on !== null && due_on >= opened_on));

  it('has the effect of as many single edits, each accepted or refused as in a form', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 4 }),
        fc.record(values, { requiredKeys: [] }),
        async (rows, edited) => {
          const sound = rows.filter(isSound);
          /** The same tasks, as the user sees them before someone else changes some. */
          const copyOf = async () => {
            const ids: string[] = [];
            for (const { isMine, isChanged: _, ...task } of sound) {
              const owner_id = isMine ? server.viewerId : null;
              ids.push((await server.create({ ...task, team: isMine ? task.team : 'north', owner_id })).id);
            }
            const made = await server.viewer.read(ids);
            for (const [at, { isChanged }] of sound.entries()) {
              const task = made[at];
              if (!isChanged || task?.['stage'] === 'closed') continue;
              const change = { id: task?.id, data: { name: 'Theirs' }, previousData: {} };
              await server.owner.dataProvider.update(tasks.name, change);
            }
            return made;
          };
          const [together, alone] = [await copyOf(), await copyOf()];
          const { refused } = await edit(together, edited);
          const single: string[] = [];
          for (const task of alone) {
            const change = { id: task.id, data: { ...task, ...edited }, previousData: task };
            await server.viewer.dataProvider.update(tasks.name, change).catch(() => single.push(task.id));
          }
          const differs = (task: Task) => Object.entries(edited).some(([source, value]) => task[source] !== value);
          const accepted = sound.map(({ isMine, isChanged, ...task }, at) => {
            const before = together[at];
            if (!before || !differs(before)) return true;
            return isMine && task.stage !== 'closed' && !isChanged && isSound({ ...task, ...edited });
          });
          const namesOf = (made: readonly Task[]) => made.filter((_, at) => !accepted[at]).map(({ id }) => id);
          expect(refused.map(([id]) => id)).toEqual(namesOf(together));
          const withoutIds = ({ id: _, created_at: __, updated_at: ___, ...task }: Task) => task;
          const [one, other] = [await current(together), await current(alone)];
          expect(one.map(withoutIds)).toEqual(other.map(withoutIds));
          for (const [at, task] of one.entries()) {
            const isChanged = accepted[at] && differs(together[at] ?? task);
            expect(withoutIds(task)).toMatchObject(isChanged ? edited : {});
            expect(task.revision - (sound[at]?.isChanged && sound[at]?.stage !== 'closed' ? 1 : 0)).toBe(
              isChanged ? 2 : 1,
            );
          }
          // A form that changes nothing makes no call.
          const unchanged = alone.filter((task) => !differs(task)).map(({ id }) => id);
          expect(single.filter((id) => !unchanged.includes(id))).toEqual(namesOf(alone));
        },
      ),
      { numRuns: 25 },
    );
  });
});
