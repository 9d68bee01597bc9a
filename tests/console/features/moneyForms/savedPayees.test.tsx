import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '@merchant-console/ra-provider';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { PaymentPage } from '#console/features/moneyForms/moneyPages.tsx';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { oneChannel } from './oneChannel.ts';

const user = quickUser();
const { form, quote } = oneChannel('outer', '85000');
const PAYEE = { id: 'payee', name: 'Ana', title: 'Ana · 6222••••0128', bank_name: 'Bank', status: 'enabled' };
const BEA = { ...PAYEE, id: 'bea', name: 'Bea', title: 'Bea · 6222••••0999' };
const WAITING = { ...PAYEE, id: 'waiting', title: 'Eva · 6222••••0777', usable_at: '2026-11-21T02:00:00.000Z' };
const DISABLED = { ...PAYEE, id: 'disabled', title: 'Ida · 6222••••0888', status: 'disabled' };
const REFUSAL = 'This payee was added or changed recently.';

/** Opens the payment page of a user with these permissions for payees; null if the menu lacks their page. */
async function openPayment(permissions: string[] | null, refusesPayee = false, address = LIST_PATH) {
  const recording = recordingProvider({ payees: [WAITING, DISABLED, PAYEE, BEA], payment_requests: [] });
  recording.answer = { id: 'request' };
  recording.quote = quote;
  recording.before = ({ method, params }) => {
    const { values } = z.object({ values: z.record(z.string(), z.unknown()) }).parse({ values: {}, ...params });
    if (method !== 'quote' || !refusesPayee || values['payee_id'] === undefined) return;
    const data = { error: 'validation', errors: { payee_id: REFUSAL } };
    throw ApiError.refused(422, { code: 422, msg: 'Correct this.', data });
  };
  const api = createApi('', async () => ({ status: 200, headers: new Headers(), body: '', json: form }));
  const { place, visit } = await renderDeclaredPage({
    dataProvider: recording.provider,
    name: 'payment_requests',
    address,
    page: (
      <ApiProvider value={api}>
        <PaymentPage address={LIST_PATH} />
      </ApiProvider>
    ),
    findPlace: (name) => (name === 'payees' && permissions ? { basePath: '/payees', permissions } : null),
  });
  // The only channel is selected already, so the amount has the focus.
  await waitFor(() => expect(screen.getByLabelText(/^Payment amount/)).toHaveFocus());
  await user.keyboard('50');
  const quoted = () => recording.callsOf('quote', 'payment_requests').map(({ values }) => values);
  return { ...recording, quoted, place, visit };
}
const choose = async () => {
  await user.click(screen.getByLabelText('Saved payee'));
  await user.click(await screen.findByRole('option', { name: /^Ana/ }));
};
/** Pastes instead of typing, because the whole form re-renders for each key. */
async function paste(label: RegExp, text: string): Promise<void> {
  await user.click(await screen.findByLabelText(label));
  await user.paste(text);
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const sent = async ({ callsOf }: Awaited<ReturnType<typeof openPayment>>) => {
  await press('Review');
  await paste(/^Payment password/, '123456');
  await press('Confirm');
  await waitFor(() => expect(callsOf('runAction', 'payment_requests')).toHaveLength(1));
  return callsOf('runAction', 'payment_requests')[0]?.['values'];
};

describe('saved payees in the payment form', () => {
  it('replace the entered payee', async () => {
    const opened = await openPayment(['payees.list']);
    await paste(/^Payee/, 'Bo');
    await user.click(screen.getByLabelText(/^Card number/));
    await user.tab();
    await choose();
    expect(screen.queryByLabelText(/^Card number/)).toBeNull();
    const values = await sent(opened);
    expect(values).toMatchObject({ payee_id: 'payee', amount: '5000' });
    expect(values).not.toHaveProperty('payee_name');
    expect(opened.quoted()).toContainEqual({ channel_id: 'channel', amount: '5000', payee_id: 'payee' });
  });

  it('are not offered if they are disabled, and can’t be chosen during their waiting period', async () => {
    await openPayment(['payees.list']);
    await user.click(screen.getByLabelText('Saved payee'));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      `${WAITING.title}Usable from 2026-11-21 10:00:00`,
      `${PAYEE.title}Bank`,
      `${BEA.title}Bank`,
    ]);
    expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual(['true', 'false', 'false']);
  });

  it('show their bank once they are selected, also in the review', async () => {
    await openPayment(['payees.list']);
    await choose();
    expect(screen.getByLabelText('Saved payee')).toHaveAccessibleDescription('Bank');
    await press('Review');
    expect(await screen.findByText(`${PAYEE.title} · Bank`)).toBeInTheDocument();
  });

  it('are rejected at the field before the review, and the summary says why there are no figures', async () => {
    await openPayment(['payees.list'], true);
    await choose();
    await waitFor(() => expect(screen.getByLabelText('Saved payee')).toHaveAccessibleDescription(REFUSAL));
    expect(screen.getByText('Choose a payee you can pay now to see the fee and total.')).toBeInTheDocument();
  });

  it('are chosen by the address, which leads back from a review of another one', async () => {
    const opened = await openPayment(['payees.list'], false, `${LIST_PATH}?payee_id=payee`);
    const payee = () => screen.findByLabelText('Saved payee');
    await waitFor(async () => expect(await payee()).toHaveDisplayValue(PAYEE.title));
    expect(opened.place.search).toBe('');
    await press('Review');
    await screen.findByLabelText(/^Payment password/);
    opened.visit(`${LIST_PATH}?payee_id=bea`);
    await waitFor(async () => expect(await payee()).toHaveDisplayValue(BEA.title));
    expect(screen.getByLabelText(/^Payment amount/)).toHaveDisplayValue('50.00');
    expect(await sent(opened)).toMatchObject({ payee_id: 'bea', amount: '5000' });
  });

  it('are rejected at the field, and can be replaced by an entered payee', async () => {
    const opened = await openPayment(['payees.list'], true);
    await choose();
    await press('Review');
    await waitFor(() => expect(screen.getByLabelText('Saved payee')).toHaveAccessibleDescription(REFUSAL));
    expect(screen.getByLabelText('Saved payee')).toHaveFocus();
    await user.clear(screen.getByLabelText('Saved payee'));
    await enter();
    expect(await sent(opened)).toMatchObject({ payee_name: 'Bo', card_number: '6222021234567890128' });
  });

  it('are saved if the box is ticked', async () => {
    const opened = await openPayment(['payees.list', 'payees.create']);
    await enter();
    await user.click(screen.getByLabelText('Save as payee'));
    expect(await sent(opened)).toMatchObject({ payee_name: 'Bo', save_payee: true });
  });

  it('are offered only to users who have their page, and saved by users with the permission', async () => {
    await openPayment(['payees.list']);
    expect(screen.getByLabelText('Saved payee')).toBeInTheDocument();
    expect(screen.queryByLabelText('Save as payee')).toBeNull();
  });

  it('are not offered without their page', async () => {
    await openPayment(null);
    expect(screen.queryByLabelText('Saved payee')).toBeNull();
    expect(screen.queryByLabelText('Save as payee')).toBeNull();
  });
});

async function enter(): Promise<void> {
  await paste(/^Payee/, 'Bo');
  await paste(/^Card number/, '6222021234567890128');
  await paste(/^Bank name/, 'Bank');
}
