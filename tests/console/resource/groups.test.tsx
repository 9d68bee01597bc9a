import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';
import { conflict, refusal } from './lines/invoiceForm.tsx';

const persons = {
  version: 1,
  name: 'persons',
  storage: 'table',
  recordRepresentation: 'name',
  fields: [
    { source: 'name', type: 'text' },
    {
      source: 'mails',
      type: 'group',
      label: 'Emails',
      many: true,
      fields: [
        { source: 'address', type: 'text', label: 'Address', required: true },
        { source: 'kind', type: 'enum', label: 'Kind', choices: [{ id: 'work', name: 'At work' }] },
        { source: 'main', type: 'boolean', label: 'Preferred' },
        { source: 'count', type: 'integer', label: 'Uses' },
      ],
    },
  ],
  show: { timeline: true },
};
const ada = { address: 'ada@mail.example', kind: 'work', main: true, count: 1200 };
const anna = { address: 'anna@mail.example', kind: null, main: false, count: null };

const user = quickUser();

async function open(page: 'edit' | 'show', mails: object[] | null) {
  const merchant = recordingProvider({ persons: [{ id: 'p1', revision: 1, name: 'Ada', mails }] });
  merchant.timeline.push({
    id: '1',
    action: 'persons.edit',
    actor: 'Li Lei',
    at: '2026-11-20T03:00:00.000Z',
    changes: [{ source: 'mails', before: [anna], after: [ada, anna] }],
  });
  await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'persons',
    address: `${LIST_PATH}/p1${page === 'show' ? '/show' : ''}`,
    permissions: ['list', 'show', 'edit'].map((key) => `persons.${key}`),
    declarations: declarationsOf([persons]),
  });
  return merchant;
}

const entry = (number: number) => screen.findByRole('group', { name: `Entry ${number}` });
const addressOf = async (number: number) => within(await entry(number)).getByRole('textbox', { name: 'Address' });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

describe('groups of a record', () => {
  it('are shown with the names of choices, and the labels of what doesn’t speak for itself', async () => {
    await open('show', [ada, anna]);
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    expect(await details.findByText('ada@mail.example · At work · Preferred · Uses: 1,200')).toBeInTheDocument();
    expect(details.getByText('anna@mail.example')).toBeInTheDocument();
    const history = within(await screen.findByRole('region', { name: 'History' }));
    expect(await history.findByText('ada@mail.example · At work · Preferred · Uses: 1,200')).toBeInTheDocument();
    expect(history.getAllByText('anna@mail.example')).toHaveLength(2);
  });

  it('are no change as long as there are none', async () => {
    const merchant = await open('edit', null);
    await screen.findByRole('button', { name: 'Add to “Emails”' });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' L.');
    await press('Save');
    await waitFor(() => expect(merchant.callsOf('update', 'persons')).toHaveLength(1));
    expect(merchant.callsOf('update', 'persons')[0]?.['data']).toEqual({ revision: 1, name: 'Ada L.' });
  });

  it('have the server’s message at the input of the value, which keeps what was typed', async () => {
    const merchant = await open('edit', [ada, anna]);
    merchant.before = ({ method }) => {
      if (method === 'update') throw refusal({ 'mails.1.address': 'Not this one.', mails: 'Too many.' });
    };
    await user.type(await addressOf(2), '!');
    await press('Save');
    expect(await within(await entry(2)).findByText('Not this one.')).toBeInTheDocument();
    expect(screen.getByText('Too many.')).toBeInTheDocument();
    expect(await addressOf(2)).toHaveValue('anna@mail.example!');
  });

  it('of two users are the one’s or the other’s', async () => {
    const merchant = await open('edit', null);
    const theirs = { id: 'p1', revision: 2, name: 'Ada', mails: [ada] };
    let isFirst = true;
    merchant.before = ({ method }) => {
      if (method !== 'update' || !isFirst) return;
      isFirst = false;
      throw conflict(theirs);
    };
    await press('Add to “Emails”');
    await user.type(await addressOf(1), 'mine@mail.example');
    await press('Save');
    const differences = within(await screen.findByRole('table', { name: 'Differences' }));
    expect(await differences.findByText('ada@mail.example · At work · Preferred · Uses: 1,200')).toBeInTheDocument();
    expect(differences.getByText('mine@mail.example')).toBeInTheDocument();
    await press('Keep my changes and save');
    await waitFor(() => expect(merchant.callsOf('update', 'persons')).toHaveLength(2));
    const mine = { address: 'mine@mail.example', kind: null, main: null, count: null };
    expect(merchant.callsOf('update', 'persons')[1]?.['data']).toEqual({ revision: 2, mails: [mine] });
  });
});
