import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
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
    { source: 'note', type: 'text', label: 'Note', maxLength: 20, readOnly: { field: 'name', eq: 'Fixed' } },
    { source: 'level', type: 'integer', label: 'Level', permission: { write: 'set_level' } },
    { source: 'about', type: 'longtext', label: 'About' },
  ],
  when: { edit: { field: 'name', ne: 'Locked' } },
  list: { columns: ['name', 'stage', 'note', 'level', 'about'], edit: ['stage', 'note', 'level', 'about'] },
};

const record = (number: number, more: object = {}) => ({
  id: `t${number}`,
  name: `Task ${number}`,
  stage: 'open',
  note: `Note ${number}`,
  level: 1,
  about: null,
  revision: number,
  created_at: '2026-11-20T03:59:00.000Z',
  updated_at: '2026-11-20T03:59:00.000Z',
  ...more,
});

const PERMISSIONS = ['list', 'show', 'edit'].map((key) => `tasks_of_team.${key}`);

async function openList({
  records = [record(1), record(2)],
  permissions = PERMISSIONS,
  revision,
}: {
  records?: ReturnType<typeof record>[];
  permissions?: string[];
  /** Of records that were changed. */
  revision?: number;
} = {}) {
  const merchant = recordingProvider({ tasks_of_team: records });
  const { update } = merchant.provider;
  if (revision !== undefined)
    merchant.provider.update = (name, params) => update(name, { ...params, data: { ...params.data, revision } });
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'tasks_of_team',
    permissions,
    declarations: declarationsOf([tasks]),
  });
  await screen.findByRole('link', { name: records[0]?.name ?? '' });
  return { ...page, merchant, updates: () => merchant.callsOf('update', 'tasks_of_team') };
}

/** The cell of a value. */
const cell = (text: string) => screen.findByRole('cell', { name: text });
/** Until the cell can be edited. */
async function editable(text: string) {
  const found = await cell(text);
  await waitFor(() => expect(found).toHaveAccessibleDescription('Press Enter to edit'));
  return found;
}
const editor = () => screen.findByRole('dialog');
async function openEditor(text: string) {
  await user.dblClick(await editable(text));
  return within(await editor());
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('editing a cell', () => {
  it('begins by a double click, saves by Enter only what changed, with the revision, and returns to the cell', async () => {
    const { updates, place } = await openList();
    const before = place.pathname;
    const opened = await openEditor('Note 2');
    const input = opened.getByRole('textbox', { name: 'Note' });
    await waitFor(() => expect(input).toHaveFocus());
    await user.keyboard('Call first{Enter}');
    await isClosed();
    expect(updates()).toMatchObject([{ id: 't2', data: { note: 'Call first', revision: 2 } }]);
    expect(Object.keys(Object(updates()[0]?.['data']))).toEqual(['note', 'revision']);
    await waitFor(async () => expect(await cell('Call first')).toHaveFocus());
    expect(await screen.findByText('Note saved')).toBeInTheDocument();
    expect(place.pathname).toBe(before);
  });

  it.each(['{Enter}', '{F2}'])('begins by %s on the cell, and Escape gives up', async (key) => {
    const { updates } = await openList();
    (await editable('Note 1')).focus();
    await user.keyboard(key);
    await editor();
    await user.keyboard('Other{Escape}');
    await isClosed();
    expect(updates()).toEqual([]);
    expect(await cell('Note 1')).toHaveFocus();
  });

  it('begins by F2 on the row', async () => {
    await openList();
    await editable('Note 1');
    (await screen.findByRole('row', { name: /Task 1/ })).focus();
    await user.keyboard('{F2}');
    expect(within(await editor()).getByRole('combobox', { name: 'Stage' })).toBeInTheDocument();
  });

  it('saves a choice as soon as it is made', async () => {
    const { updates } = await openList({ records: [record(1)] });
    const opened = await openEditor('Open');
    await user.click(opened.getByRole('combobox', { name: 'Stage' }));
    await user.click(await screen.findByRole('option', { name: 'Done' }));
    await waitFor(() => expect(updates()).toMatchObject([{ id: 't1', data: { stage: 'done', revision: 1 } }]));
    await isClosed();
  });

  it('goes to the next and the previous cell that can be edited by Tab, with the revision that saving returned', async () => {
    const { updates } = await openList({ permissions: [...PERMISSIONS, 'tasks_of_team.set_level'], revision: 7 });
    await openEditor('Note 1');
    await user.keyboard('Seen{Tab}');
    await waitFor(async () => expect(within(await editor()).getByRole('textbox', { name: 'Level' })).toHaveFocus());
    await user.keyboard('5{Enter}');
    await isClosed();
    expect(updates().map(({ data }) => Object(data))).toMatchObject([{ note: 'Seen' }, { level: 5 }]);
    expect(updates()[1]).toMatchObject({ previousData: { revision: 7 } });
    await openEditor('5');
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    await waitFor(async () => expect(within(await editor()).getByRole('textbox', { name: 'Note' })).toHaveFocus());
    expect(updates()).toHaveLength(2);
  });

  it('breaks the line by Shift and Enter in a long text, and saves by Enter', async () => {
    const { updates } = await openList({ records: [record(1, { about: 'One' })] });
    await openEditor('One');
    await user.keyboard('A{Shift>}{Enter}{/Shift}B{Enter}');
    await waitFor(() => expect(updates()).toMatchObject([{ data: { about: 'A\nB' } }]));
  });

  it('doesn’t save while an input method composes', async () => {
    const { updates } = await openList({ records: [record(1, { about: 'One' })] });
    const opened = await openEditor('One');
    fireEvent.keyDown(opened.getByRole('textbox', { name: 'About' }), { key: 'Enter', isComposing: true });
    expect(await editor()).toBeInTheDocument();
    expect(updates()).toEqual([]);
  });

  it('saves by a click elsewhere', async () => {
    const { updates } = await openList();
    await openEditor('Note 1');
    await user.keyboard('Later');
    await user.click(document.querySelector('.MuiBackdrop-root') ?? document.body);
    await waitFor(() => expect(updates()).toMatchObject([{ id: 't1', data: { note: 'Later' } }]));
  });

  it('shows what is wrong with the value without a call', async () => {
    const { updates } = await openList();
    const opened = await openEditor('Note 1');
    await user.keyboard('x'.repeat(21));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(opened.getByRole('textbox', { name: 'Note' })).toBeInvalid());
    expect(updates()).toEqual([]);
  });

  it('shows a refusal at the cell, and what was typed stays', async () => {
    const { merchant } = await openList();
    const errors = { note: 'Say why first', stage: 'Not yet' };
    merchant.before = ({ method }) => {
      if (method !== 'update') return;
      throw ApiError.refused(422, { code: 422, msg: 'Check the values.', data: { error: 'validation', errors } });
    };
    const opened = await openEditor('Note 1');
    await user.keyboard('Because{Tab}');
    expect(await opened.findByText('Say why first')).toBeInTheDocument();
    expect(await opened.findByText('Stage: Not yet')).toBeInTheDocument();
    expect(opened.getByRole('textbox', { name: 'Note' })).toHaveValue('Because');
    merchant.before = () => {};
    await user.keyboard('{Enter}');
    await isClosed();
    expect(await cell('Because')).toHaveFocus();
  });

  it('shows another user’s value, and replaces it only if the user saves again', async () => {
    const { merchant, updates } = await openList();
    const current = record(1, { note: 'Theirs', revision: 9 });
    merchant.before = ({ method }) => {
      if (method !== 'update') return;
      throw ApiError.refused(409, {
        code: 409,
        msg: 'Someone else changed this.',
        data: { error: 'conflict', current },
      });
    };
    const opened = await openEditor('Note 1');
    await user.keyboard('Mine{Enter}');
    expect(await opened.findByText('Currently: Theirs')).toBeInTheDocument();
    expect(opened.getByText('Someone else changed this.')).toBeInTheDocument();
    merchant.before = () => {};
    await user.keyboard('{Enter}');
    await isClosed();
    expect(updates()[1]).toMatchObject({ data: { note: 'Mine', revision: 9 } });
  });

  it('keeps the text if there is no answer', async () => {
    const { merchant } = await openList();
    merchant.before = ({ method }) => {
      if (method === 'update') throw unavailable();
    };
    const opened = await openEditor('Note 1');
    await user.keyboard('Mine{Enter}');
    expect(await opened.findByRole('alert')).not.toBeEmptyDOMElement();
    expect(opened.getByRole('textbox', { name: 'Note' })).toHaveValue('Mine');
  });

  it('is offered only where the user may change the record and the field', async () => {
    await openList({ records: [record(1), record(2, { name: 'Fixed' }), record(3, { name: 'Locked' })] });
    await editable('Note 1');
    expect(await cell('Note 2')).not.toHaveAttribute('tabindex');
    expect(await cell('Note 3')).not.toHaveAttribute('tabindex');
    for (const level of await screen.findAllByRole('cell', { name: '1' }))
      expect(level).not.toHaveAttribute('tabindex');
    await user.dblClick(await cell('Note 3'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('isn’t offered without the permission to edit', async () => {
    await openList({ permissions: ['tasks_of_team.list', 'tasks_of_team.show'] });
    expect(await cell('Note 1')).not.toHaveAttribute('tabindex');
  });
});
