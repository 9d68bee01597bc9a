import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Task, tasks } from './taskServer.ts';
import { bulkEditWorld } from './bulkEditWorld.ts';

interface Dated {
  stage: string;
  note: string | null;
  due_on: string | null;
  opened_on: string | null;
}

describe('an edit of several records', () => {
  const bulk = bulkEditWorld();
  const { edit, current } = bulk;

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
              const owner_id = isMine ? bulk.server.viewerId : null;
              ids.push((await bulk.server.create({ ...task, team: isMine ? task.team : 'north', owner_id })).id);
            }
            const made = await bulk.server.viewer.read(ids);
            for (const [at, { isChanged }] of sound.entries()) {
              const task = made[at];
              if (!isChanged || task?.['stage'] === 'closed') continue;
              const change = { id: task?.id, data: { name: 'Theirs' }, previousData: {} };
              await bulk.server.owner.dataProvider.update(tasks.name, change);
            }
            return made;
          };
          const [together, alone] = [await copyOf(), await copyOf()];
          const { refused } = await edit(together, edited);
          const single: string[] = [];
          for (const task of alone) {
            const change = { id: task.id, data: { ...task, ...edited }, previousData: task };
            await bulk.server.viewer.dataProvider.update(tasks.name, change).catch(() => single.push(task.id));
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
