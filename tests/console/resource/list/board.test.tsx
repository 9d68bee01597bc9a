import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { gate } from '#tests/support/gate.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const user = quickUser();

const tasks = {
  version: 1,
  name: 'tasks_of_team',
  storage: 'table',
  fields: [
    { source: 'name', type: 'text', required: true, label: 'Name' },
    {
      source: 'stage',
      type: 'enum',
      required: true,
      label: 'Stage',
      filter: 'in',
      choices: [
        { id: 'open', name: 'Open' },
        { id: 'begun', name: 'Begun' },
        { id: 'done', name: 'Done' },
        { id: 'dropped', name: 'Dropped' },
      ],
    },
  ],
  list: { columns: ['name', 'stage'], views: [{ type: 'kanban', by: 'stage', move: { dropped: 'drop' } }] },
  actions: [
    {
      key: 'drop',
      label: 'Drop',
      when: { field: 'stage', eq: 'done' },
      form: [{ source: 'reason', type: 'text', label: 'Reason' }],
      set: { stage: 'dropped' },
    },
  ],
};

const record = { id: 't1', name: 'Task', stage: 'open', revision: 1 };

async function openBoard(task: typeof record, rights: string[]) {
  const merchant = recordingProvider({ tasks_of_team: [task] });
  await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'tasks_of_team',
    address: LIST_PATH,
    permissions: rights.map((key) => `tasks_of_team.${key}`),
    declarations: declarationsOf([tasks]),
  });
  await user.click(await screen.findByRole('button', { name: 'Board' }));
  await screen.findByRole('link', { name: 'Task' });
  const step = () =>
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move: Task' }), { key: 'ArrowRight', altKey: true });
  return { merchant, step };
}

const inColumn = async (name: string) =>
  within(await screen.findByRole('region', { name })).findByRole('link', { name: 'Task' });

describe('records on a board', () => {
  it('lets a record be moved again while the lists are being read again', async () => {
    const { merchant, step } = await openBoard(record, ['list', 'show', 'edit']);
    const { opened, open } = gate();
    merchant.before = ({ method }) => (method === 'getList' ? opened : undefined);
    step();
    await screen.findByText('Task moved to Begun');
    step();
    await waitFor(() =>
      expect(merchant.callsOf('update', 'tasks_of_team').map(({ data }) => data)).toMatchObject([
        { stage: 'begun' },
        { stage: 'done' },
      ]),
    );
    open();
    await inColumn('Done');
  });

  it('are moved by the action of their column, also without the right to edit them', async () => {
    const { merchant, step } = await openBoard({ ...record, stage: 'done' }, ['list', 'show', 'drop']);
    step();
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too late');
    await user.click(dialog.getByRole('button', { name: 'Drop' }));
    await waitFor(() =>
      expect(merchant.callsOf('runAction', 'tasks_of_team')).toMatchObject([{ values: { reason: 'Too late' } }]),
    );
    expect(merchant.callsOf('update', 'tasks_of_team')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Move: Task' }));
    expect(screen.getByRole('menuitem', { name: 'Begun' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move: Task' }), { key: 'ArrowLeft', altKey: true });
    await screen.findByText('Task can’t be moved to Begun');
  });
});
