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
      ],
    },
  ],
  list: { columns: ['name', 'stage'], views: [{ type: 'kanban', by: 'stage' }] },
};

const record = { id: 't1', name: 'Task', stage: 'open', revision: 1 };

describe('records on a board', () => {
  it('lets a record be moved again while the lists are being read again', async () => {
    const merchant = recordingProvider({ tasks_of_team: [record] });
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'tasks_of_team',
      address: LIST_PATH,
      permissions: ['list', 'show', 'edit'].map((key) => `tasks_of_team.${key}`),
      declarations: declarationsOf([tasks]),
    });
    await user.click(await screen.findByRole('button', { name: 'Board' }));
    const columnOf = (name: string) => screen.findByRole('region', { name });
    await within(await columnOf('Open')).findByRole('link', { name: 'Task' });
    const { opened, open } = gate();
    merchant.before = ({ method }) => (method === 'getList' ? opened : undefined);
    const step = () =>
      fireEvent.keyDown(screen.getByRole('button', { name: 'Move: Task' }), { key: 'ArrowRight', altKey: true });
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
    await within(await columnOf('Done')).findByRole('link', { name: 'Task' });
  });
});
