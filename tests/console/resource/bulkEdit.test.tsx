import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { gate } from '#tests/support/gate.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider, unavailable } from '#tests/support/recordingProvider.ts';
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
      choices: [
        { id: 'open', name: 'Open' },
        { id: 'done', name: 'Done' },
      ],
    },
    { source: 'note', type: 'text', label: 'Note', maxLength: 20 },
    { source: 'level', type: 'integer', label: 'Level', permission: { write: 'set_level' } },
  ],
  when: { edit: { field: 'name', ne: 'Locked' } },
  list: { bulkEdit: ['stage', 'note', 'level'] },
};

const record = (number: number, more: object = {}) => ({
  id: `t${number}`,
  name: `Task ${number}`,
  stage: 'open',
  note: `Note ${number}`,
  level: 1,
  revision: number,
  created_at: '2026-11-20T03:59:00.000Z',
  updated_at: '2026-11-20T03:59:00.000Z',
  ...more,
});

const PERMISSIONS = ['list', 'show', 'edit'].map((key) => `tasks_of_team.${key}`);

async function openSelected({
  records = [record(1), record(2), record(3)],
  permissions = PERMISSIONS,
}: { records?: ReturnType<typeof record>[]; permissions?: string[] } = {}) {
  const merchant = recordingProvider({ tasks_of_team: records });
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'tasks_of_team',
    permissions,
    declarations: declarationsOf([tasks]),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  return { ...page, merchant, updates: () => merchant.callsOf('update', 'tasks_of_team') };
}

async function openDialog(options?: Parameters<typeof openSelected>[0]) {
  const page = await openSelected(options);
  const bar = within(await screen.findByRole('region', { name: 'Selected records' }));
  await user.click(await bar.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('dialog');
  return page;
}

const dialog = () => within(screen.getByRole('dialog'));
const tick = (name: string) => user.click(dialog().getByRole('checkbox', { name }));
const save = async () => {
  const button = dialog().getByRole('button', { name: 'Save' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
};
const chooseDone = async () => {
  await tick('Stage');
  await user.click(dialog().getByRole('combobox', { name: /^Stage/ }));
  await user.click(await screen.findByRole('option', { name: 'Done' }));
};

describe('editing several records', () => {
  it('writes only the chosen fields, where they differ, each with the revision that was read', async () => {
    const { updates } = await openDialog({ records: [record(1), record(2, { stage: 'done' }), record(3)] });
    expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await chooseDone();
    await save();
    await screen.findByText('3 records changed');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(updates()).toMatchObject([
      { id: 't1', data: { stage: 'done', revision: 1 } },
      { id: 't3', data: { stage: 'done', revision: 3 } },
    ]);
    expect(Object.keys(Object(updates()[0]?.['data']))).toEqual(['stage', 'revision']);
    expect(screen.queryByRole('region', { name: 'Selected records' })).not.toBeInTheDocument();
  });

  it('opens a changed record with its new revision, even before it is read again', async () => {
    const { merchant, visit, updates } = await openSelected({ records: [record(1)] });
    visit('/order/orderList/t1/show');
    await screen.findByRole('heading', { level: 1, name: 'Task 1' });
    visit('/order/orderList');
    const bar = within(await screen.findByRole('region', { name: 'Selected records' }));
    await user.click(await bar.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog');
    await chooseDone();
    await save();
    await screen.findByText('1 record changed');
    const reading = gate();
    merchant.before = ({ method }) => (method === 'getOne' ? reading.opened : undefined);
    visit('/order/orderList/t1/show');
    await screen.findByRole('heading', { level: 1, name: 'Task 1' });
    expect(screen.getByText('Done')).toBeInTheDocument();
    expect(updates()).toHaveLength(1);
  });

  it('empties a field that is chosen and left empty, but not a required one', async () => {
    const { updates } = await openDialog();
    await tick('Note');
    await tick('Stage');
    await save();
    await waitFor(() => expect(dialog().getByRole('combobox', { name: /^Stage/ })).toBeInvalid());
    expect(updates()).toEqual([]);
    await tick('Stage');
    await save();
    await waitFor(() => expect(updates()).toHaveLength(3));
    expect(updates()[1]).toMatchObject({ id: 't2', data: { note: null, revision: 2 } });
  });

  it('names the refused records with the reasons, and leaves them selected', async () => {
    const { merchant, updates } = await openDialog();
    merchant.before = ({ method, params }) => {
      if (method !== 'update' || params['id'] === 't2') return;
      const said =
        params['id'] === 't1'
          ? { code: 422, msg: 'Check the values.', data: { error: 'validation', errors: { note: 'Say why first' } } }
          : { code: 409, msg: 'Someone else changed this record.', data: { error: 'conflict', current: record(3) } };
      throw ApiError.refused(said.code, said);
    };
    await chooseDone();
    await save();
    await dialog().findByText('1 record changed');
    expect(dialog().getByText('2 records weren’t changed and stay selected')).toBeInTheDocument();
    expect(dialog().getByText('Task 1: Note: Say why first')).toBeInTheDocument();
    expect(dialog().getByText('Task 3: Someone else changed this record.')).toBeInTheDocument();
    expect(updates()).toHaveLength(3);
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('checkbox', { name: 'Select: Task 1' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Select: Task 2' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Select: Task 3' })).toBeChecked();
  });

  it('stops when there is no answer', async () => {
    const { merchant, updates } = await openDialog();
    merchant.before = ({ method, params }) => {
      if (method === 'update' && params['id'] === 't2') throw unavailable();
    };
    await chooseDone();
    await save();
    await dialog().findByText('1 record changed');
    expect(await dialog().findByRole('alert')).not.toBeEmptyDOMElement();
    expect(updates().map(({ id }) => id)).toEqual(['t1', 't2']);
  });

  it('leaves the rest as it is when the user stops', async () => {
    const { merchant, updates } = await openDialog();
    const answer = gate();
    merchant.before = ({ method }) => (method === 'update' ? answer.opened : undefined);
    await chooseDone();
    await save();
    await user.click(await dialog().findByRole('button', { name: 'Stop' }));
    answer.open();
    await dialog().findByText('1 record changed');
    expect(updates()).toHaveLength(1);
  });

  it('leaves out records whose state forbids it', async () => {
    const { updates } = await openDialog({ records: [record(1), record(2, { name: 'Locked' })] });
    await dialog().findByText(/^Applies to 1 of 2 records/);
    await chooseDone();
    await save();
    await waitFor(() => expect(updates()).toHaveLength(1));
  });

  it('offers only fields that the user may write, and nothing without the permission to edit', async () => {
    await openDialog();
    expect(dialog().queryByRole('checkbox', { name: 'Level' })).not.toBeInTheDocument();
    expect(dialog().getByRole('checkbox', { name: 'Note' })).toBeInTheDocument();
  });

  it('isn’t offered without the permission to edit', async () => {
    await openSelected({ permissions: ['tasks_of_team.list', 'tasks_of_team.show', 'tasks_of_team.delete'] });
    const bar = within(await screen.findByRole('region', { name: 'Selected records' }));
    await bar.findByRole('button', { name: 'Delete' });
    expect(bar.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });
});
