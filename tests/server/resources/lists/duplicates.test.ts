import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleTo } from '@merchant-console/declaration';
import { copiedValues } from '../../../../packages/ra-declared/src/form/duplicates.tsx';
import { valuesToSend } from '../../../../packages/ra-declared/src/form/formValues.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startTaskServer, type Task, tasks, type TaskServer, type TaskUser } from './taskServer.ts';

describe('a copy of a record', () => {
  let server: TaskServer;
  /** The fields that the viewer's form has. */
  let fields: typeof tasks.fields;
  beforeAll(async () => {
    server = await startTaskServer(USUAL_DATABASE);
    const permissions = ['list', 'show', 'create', 'edit'].map((one) => `${tasks.name}.${one}`);
    fields = visibleTo(new Set([...permissions, 'users.list']), tasks).fields;
  });
  afterAll(() => server.close());

  /** Saves the form of a copy as it opens. */
  async function duplicate(original: Task, user: TaskUser = server.viewer, of = fields): Promise<Task> {
    const [seen = original] = await user.read([original.id]);
    const data = valuesToSend(of, 'create', copiedValues(of, [], seen), null);
    return (await user.dataProvider.create<Task>(tasks.name, { data })).data;
  }
  const current = async (id: string) => (await server.owner.read([id]))[0];

  it('has the values that the user sees and may write, but none that belongs to the original', async () => {
    const original = await server.create({
      owner_id: server.viewerId,
      code: 'A1',
      account: '6222020200001111',
      level: 3,
      secret_plan: 'move',
      note: 'n',
      opened_on: '2026-03-08',
    });
    const copy = await duplicate(original);
    expect(await current(copy.id)).toMatchObject({
      name: 'T',
      note: 'n',
      opened_on: '2026-03-08',
      owner_id: server.viewerId,
      code: null,
      account: null,
      level: null,
      secret_plan: null,
      revision: 1,
    });
    expect(await current(original.id)).toEqual(original);
    const whole = await duplicate(original, server.owner, tasks.fields);
    expect(await current(whole.id)).toMatchObject({ level: 3, secret_plan: 'move', code: null, account: null });
  });

  it('is refused like any new record: without the right to it, by rules, and without the permission', async () => {
    const others = await server.create({ team: 'north' });
    await expect(duplicate(others)).rejects.toMatchObject({ status: 403, errorId: 'record_not_yours' });
    const mine = await server.create({ owner_id: server.viewerId, opened_on: '2026-03-08', due_on: '2026-03-09' });
    const data = copiedValues(fields, [], { ...mine, due_on: '2026-03-07' });
    const sent = valuesToSend(fields, 'create', data, null);
    await expect(server.viewer.dataProvider.create(tasks.name, { data: sent })).rejects.toMatchObject({ status: 422 });
    await server.permit('create', false);
    await expect(duplicate(mine)).rejects.toMatchObject({ status: 403, errorId: 'forbidden' });
    await server.permit('create', true);
    expect(await duplicate(mine)).toMatchObject({ due_on: '2026-03-09', revision: 1 });
  });

  it('copies a record that may no longer be edited, as the state that it is', async () => {
    const closed = await server.create({ owner_id: server.viewerId, stage: 'closed' });
    expect(await duplicate(closed)).toMatchObject({ stage: 'closed', revision: 1 });
  });

  const day = fc.constantFrom(null, '2026-03-07', '2026-03-08', '2026-03-09');
  const task = fc.record({
    name: fc.constantFrom('A', ' ä_%', 'ﬁ\u{1F600}'),
    stage: fc.constantFrom('open', 'closed'),
    note: fc.constantFrom(null, 'a', '0'),
    opened_on: day,
    team: fc.constantFrom(null, 'north'),
  });

  it('equals its original in all that is copied, and so does a copy of the copy', async () => {
    await fc.assert(
      fc.asyncProperty(task, async (values) => {
        const original = await server.create({ ...values, owner_id: server.viewerId });
        const first = await duplicate(original);
        const second = await duplicate(first);
        const told = ({ id: _, created_at: __, updated_at: ___, ...rest }: Task) => rest;
        const [seen = first] = await server.viewer.read([original.id]);
        const [one = first, other = second] = await server.viewer.read([first.id, second.id]);
        expect([told(one), told(other)]).toEqual([told(seen), told(seen)]);
      }),
      { numRuns: 20 },
    );
  });
});
