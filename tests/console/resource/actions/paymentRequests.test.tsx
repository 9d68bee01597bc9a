import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError, type ActionParams } from '@merchant-console/ra-provider';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { beginAction, shownIn } from './actionDialog.ts';

const user = quickUser();

/** Opens the list of payment requests with one pending request. Its computed fields are only in its own response. */
async function openRequests({ is_own = false, isTermsChanged = false } = {}) {
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const request = {
    id: '7',
    request_no: 'R-7',
    status: 'pending',
    payee_name: 'Ann Lee',
    card_number: '**** 4321',
    amount: '2000000',
    fee: '1000',
    currency: 'CNY',
    created_at: '2026-01-05T00:00:00.000Z',
    is_own,
    source: 'console',
  };
  const facts = {
    payee_amount: '2000000',
    debit_amount: '2001000',
    available_after: '-500',
    payee_standing: 'first_payment',
    payments: 0,
  };
  let fee = 900n;
  let isRefusing = isTermsChanged;
  const quote = () => {
    fee += 100n;
    const figures = {
      fee: `${fee}`,
      debit_amount: `${2_000_000n + fee}`,
      available: '2001500',
      available_after: '500',
    };
    return { currency: 'CNY', deduction: 'outer', arrival_amount: '2000000', ...figures };
  };
  const { provider, callsOf } = recordingProvider({ payment_requests: [request] });
  await renderDeclaredPage({
    name: 'payment_requests',
    dataProvider: {
      ...provider,
      async getOne(resource, params) {
        const { data } = await provider.getOne(resource, params);
        return { data: { ...data, ...facts } };
      },
      async runAction(resource: string, params: ActionParams) {
        if (params.action.path.endsWith('/quote')) return { data: quote(), file: null };
        const done = await provider.runAction(resource, params);
        if (params.values['agreed_debit'] === String(2_000_000n + fee) && !isRefusing) return done;
        isRefusing = false;
        const errors = { agreed_debit: 'The fee has changed.' };
        throw new ApiError('answer', 'Check the fields', 422, { body: { errors } });
      },
    },
    permissions: ['list', 'show', 'approve', 'reject', 'cancel'].map((key) => `payment_requests.${key}`),
  });
  await screen.findByText('R-7');
  return callsOf;
}

it("offers no column for a field that only the record's own response has", async () => {
  await openRequests();
  await user.click(screen.getByRole('button', { name: /^View:/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Columns…' }));
  expect(await screen.findByRole('checkbox', { name: 'Remark' })).toBeInTheDocument();
  expect(screen.queryByRole('checkbox', { name: 'Payee history' })).toBeNull();
});

it("shows on the record's page what its row in the list lacks", async () => {
  await openRequests();
  await user.click(screen.getByText('R-7'));
  expect(await screen.findByText('20,010.00 CNY')).toBeInTheDocument();
  expect(screen.getByText('First payment to this payee')).toBeInTheDocument();
});

it("fetches what only the record's own response has, and asks for the payment password beside it", async () => {
  const callsOf = await openRequests();
  const dialog = await beginAction(user, 'R-7', 'Approve');
  await waitFor(() => expect(shownIn(dialog)).toContain('Total debit: 20,010.00 CNY'));
  await waitFor(() => expect(shownIn(dialog)).toContain('Payee history: First payment to this payee'));
  expect(shownIn(dialog)).toEqual(
    expect.arrayContaining(['Fee: 10.00 CNY', 'Payee receives: 20,000.00 CNY', 'Balance after: 5.00 CNY']),
  );
  // Earlier payments are only shown for a payee that has received any, and nothing is shown that is empty.
  expect(shownIn(dialog).join()).not.toContain('Payments so far');
  expect(shownIn(dialog)).toContain('Fee borne by: Merchant (added to the amount)');
  expect(shownIn(dialog).join()).not.toContain('—');
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Approve 20,000.00 CNY' }));
  await waitFor(() => expect(callsOf('runAction', 'payment_requests')).toHaveLength(1));
  expect(callsOf('runAction', 'payment_requests')[0]).toMatchObject({
    values: { pay_password: '246810', agreed_debit: '2001000', agreed_arrival: '2000000' },
  });
});

it('shows the new figures if they have changed, and sends those after another confirmation', async () => {
  const callsOf = await openRequests({ isTermsChanged: true });
  const dialog = await beginAction(user, 'R-7', 'Approve');
  await waitFor(() => expect(shownIn(dialog)).toContain('Total debit: 20,010.00 CNY'));
  const confirm = async () => {
    await user.type(dialog.getByLabelText(/Payment password/), '246810');
    await user.click(dialog.getByRole('button', { name: 'Approve 20,000.00 CNY' }));
  };
  await waitFor(() => expect(shownIn(dialog)).toContain('Payee history: First payment to this payee'));
  await confirm();
  expect(await dialog.findByText('The fee has changed.')).toBeInTheDocument();
  await waitFor(() => expect(shownIn(dialog)).toContain('Total debit: 20,011.00 CNY'));
  await waitFor(() => expect(dialog.getByLabelText(/Payment password/)).toHaveValue(''));
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = callsOf('runAction', 'payment_requests').map(({ values }) => Object(values).agreed_debit);
  expect(sent).toEqual(['2001000', '2001100']);
});

it('offers a decision on the requests of others, and to cancel own ones', async () => {
  const offered = async () => {
    await user.click(screen.getByRole('button', { name: 'Actions: R-7' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return items;
  };
  await openRequests();
  expect(await offered()).toEqual(['View', 'Approve', 'Reject']);
  cleanup();
  await openRequests({ is_own: true });
  expect(await offered()).toEqual(['View', 'Cancel request']);
});
