import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { LIST_PATH } from '#tests/support/declaredPage.tsx';
import { unavailable } from '#tests/support/recordingProvider.ts';
import { supplierRecord } from '#tests/support/supplierForm.ts';
import { fill, input, openEdit, openNew, retype, save, user } from '#tests/support/supplierFormPage.ts';

describe('when saving fails', () => {
  it("shows the server's messages at their inputs and focuses the first", async () => {
    const { merchant } = await openEdit();
    await retype('Email', 'a@b.example');
    await retype('Name', 'Acme Ltd');
    merchant.before = ({ method }) => {
      const errors = { email: 'Known already.', name: 'There is one of this name.' };
      if (method === 'update')
        throw ApiError.refused(422, { code: 422, msg: 'Correct this.', data: { error: 'x', errors } });
    };
    await save();
    expect(await screen.findByText('There is one of this name.')).toBeInTheDocument();
    expect(input('Email')).toHaveAccessibleDescription('Known already.');
    await waitFor(() => expect(input('Name')).toHaveFocus());
    await user.type(input('Name'), '.');
    expect(screen.queryByText('There is one of this name.')).not.toBeInTheDocument();
  });

  it.each([
    ['the network', ApiError.network(new Error('cut')), 'Network Error'],
    ['the time', ApiError.timeout(5000), 'timeout of 5000ms exceeded'],
    ['the server', unavailable(), 'The service is not available.'],
  ])('keeps the input after %s, and it can be sent again', async (_what, error, words) => {
    const { merchant, place, callsOf } = await openEdit();
    await retype('Name', 'Acme Ltd');
    merchant.before = ({ method }) => {
      if (method === 'update') throw error;
    };
    await save();
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(input('Name')).toHaveValue('Acme Ltd');
    merchant.before = () => {};
    await save();
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/supplier-1/show`));
    expect(callsOf('update', 'suppliers')).toHaveLength(2);
  });
});

describe('a new record', () => {
  it('keeps one key for all attempts with an unknown outcome, and gets a new one after a rejection', async () => {
    const { merchant, callsOf, place } = await openNew();
    await fill('Name', 'Acme');
    await fill('Account', '6222021234561234');
    const keys = () => callsOf('create', 'suppliers').map((call) => Object(call['meta']).idempotencyKey);
    const failWith = (error: Error) => {
      merchant.before = ({ method }) => {
        if (method === 'create') throw error;
      };
    };
    const saveAndSee = async (words: string) => {
      await save();
      expect(await screen.findByText(words)).toBeInTheDocument();
    };
    failWith(ApiError.refused(409, { code: 409, msg: 'Not now.', data: null }));
    await saveAndSee('Not now.');
    failWith(ApiError.network(new Error('cut')));
    await saveAndSee('Network Error');
    merchant.before = () => {};
    await save();
    await waitFor(() => expect(place.pathname).toMatch(/show$/));
    const [refused, lost, saved] = keys();
    expect(refused).toMatch(/^[0-9a-f-]{36}$/);
    expect(lost).not.toBe(refused);
    expect(saved).toBe(lost);
  });
});

describe('when another user saved first', () => {
  const theirs = supplierRecord({ name: 'Acme Inc', notes: 'Theirs', revision: 4 });
  const openConflict = async () => {
    const opened = await openEdit();
    opened.merchant.timeline.push({
      id: 't',
      action: 'edit',
      actor: 'Li Lei',
      at: '2026-11-20T03:00:00.000Z',
      changes: [{ source: 'name', before: 'Acme', after: 'Acme Inc' }],
    });
    await retype('Name', 'Acme Ltd');
    opened.merchant.before = ({ method, params }) => {
      const { revision } = Object(params['data'] ?? {});
      const data = { error: 'conflict', current: theirs };
      if (method === 'update' && revision !== 4) throw ApiError.refused(409, { code: 409, msg: 'Changed.', data });
    };
    await save();
    await screen.findByText(/Li Lei changed this record while you were editing \(2026-11-20 11:00:00\)/);
    return opened;
  };

  it('says who changed what, field by field', async () => {
    await openConflict();
    const table = screen.getByRole('table', { name: 'Differences' });
    expect(within(table).getByRole('row', { name: 'Field Yours Li Lei' })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: 'Name Acme Ltd Acme Inc' })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: /Notes .* Theirs/ })).toBeInTheDocument();
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(input('Name')).toHaveValue('Acme Ltd');
  });

  it('overwrites their values with mine, and keeps what only they have changed', async () => {
    const { callsOf, place } = await openConflict();
    await user.click(screen.getByRole('button', { name: 'Keep my changes and save' }));
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/supplier-1/show`));
    expect(callsOf('update', 'suppliers')[1]).toMatchObject({ data: { name: 'Acme Ltd', revision: 4 } });
    expect(Object.keys(Object(callsOf('update', 'suppliers')[1]?.['data']))).toHaveLength(2);
  });

  it('takes their values as a new starting point', async () => {
    const { callsOf } = await openConflict();
    await user.click(screen.getByRole('button', { name: 'Use the changes of Li Lei' }));
    expect(input('Name')).toHaveValue('Acme Inc');
    expect(input('Notes')).toHaveValue('Theirs');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await retype('Days', '31');
    await save();
    await waitFor(() => expect(callsOf('update', 'suppliers')).toHaveLength(2));
    expect(callsOf('update', 'suppliers')[1]).toMatchObject({ data: { days: 31, revision: 4 } });
  });
});
