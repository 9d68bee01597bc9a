import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openActionPage } from '#tests/support/actionPage.tsx';
import { LIST_PATH } from '#tests/support/declaredPage.tsx';

const amount = () => screen.getByRole('textbox', { name: /Amount/ });
const password = () => screen.getByLabelText(/Payment password/);
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

/** Enters a payment of 12.50 to Acme, up to the payment password. */
async function reviewPayment(page: Awaited<ReturnType<typeof openActionPage>>) {
  await page.begin('Acme', 'Pay');
  await page.user.type(amount(), '12.5');
  await page.press('Review');
  await screen.findByLabelText(/Payment password/);
}

it('is a separate step beside the entered values, and is sent with them', async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('12.50 CNY')).toBeInTheDocument();
  expect(page.sent()).toEqual([]);
  await page.user.type(password(), ' p4y now ');
  await page.press('Confirm');
  expect(await screen.findByText('Paid to Acme')).toBeInTheDocument();
  expect(await page.bodies()).toEqual([{ amount: '1250', pay_password: ' p4y now ' }]);
  expect(page.keys()[0]).not.toBeNull();
});

it("isn't offered to password managers, and is not kept anywhere", async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  expect(password()).toHaveAttribute('type', 'password');
  expect(password()).toHaveAttribute('autocomplete', 'off');
  await page.user.type(password(), 'p4ynow');
  await page.press('Confirm');
  await noDialog();
  expect(JSON.stringify([localStorage, sessionStorage, document.cookie])).not.toContain('p4ynow');
});

it("isn't sent empty", async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  await page.press('Confirm');
  expect(password()).toHaveAttribute('aria-invalid', 'true');
  expect(page.sent()).toEqual([]);
});

it('can be left to go back to the entered values, which are kept', async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  await page.press('Back');
  expect(amount()).toHaveValue('12.50');
  await page.press('Review');
  expect(await screen.findByLabelText(/Payment password/)).toBeInTheDocument();
});

it('is asked for again if it was wrong', async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  await page.user.type(password(), 'wrong');
  page.faults.refuse({ status: 422, message: 'x', errors: { pay_password: 'Wrong, 4 tries left' } });
  await page.press('Confirm');
  expect(await screen.findByText('Wrong, 4 tries left')).toBeInTheDocument();
  await waitFor(() => expect(password()).toHaveFocus());
  expect(password()).toHaveValue('');
  await page.user.type(password(), 'right');
  await page.press('Confirm');
  await noDialog();
  expect(await page.bodies()).toEqual([
    { amount: '1250', pay_password: 'wrong' },
    { amount: '1250', pay_password: 'right' },
  ]);
});

it('leads back to the input that the server rejects', async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  await page.user.type(password(), 'right');
  page.faults.refuse({ status: 422, message: 'x', errors: { amount: 'More than you have' } });
  await page.press('Confirm');
  expect(await screen.findByText('More than you have')).toBeInTheDocument();
  await waitFor(() => expect(amount()).toHaveFocus());
  await page.press('Review');
  expect(await screen.findByLabelText(/Payment password/)).toHaveValue('');
});

it("is sent again unchanged, though no longer shown, while the payment's outcome is unknown", async () => {
  const page = await openActionPage();
  await reviewPayment(page);
  await page.user.type(password(), 'right');
  page.faults.disconnect();
  await page.press('Confirm');
  await screen.findByText('We couldn’t confirm whether this went through');
  expect(password()).toBeDisabled();
  await page.press('Try again');
  await noDialog();
  expect(new Set(page.keys()).size).toBe(1);
  const body = { amount: '1250', pay_password: 'right' };
  expect(await page.bodies()).toEqual([body, body]);
});

it('leads back to the list if the declaration says so', async () => {
  const page = await openActionPage({ address: '/b/show' });
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await screen.findByRole('dialog');
  await page.user.type(amount(), '1');
  await page.press('Review');
  await page.user.type(await screen.findByLabelText(/Payment password/), 'right');
  await page.press('Confirm');
  await waitFor(() => expect(page.place.pathname).toBe(LIST_PATH));
});

it('is asked for together with the authenticator’s code; after a wrong code, only the code is entered again', async () => {
  const page = await openActionPage({ permissions: ['suppliers.trust'] });
  const code = () => screen.getByRole('textbox', { name: /authenticator code/ });
  await page.begin('Acme', 'Trust');
  expect(password()).toHaveFocus();
  await page.press('Confirm');
  expect(page.sent()).toEqual([]);
  await page.user.type(password(), 'p4ynow');
  await page.user.type(code(), '123 456');
  page.faults.refuse({ status: 422, message: 'x', errors: { totp_code: 'Used before' } });
  await page.press('Confirm');
  expect(await screen.findByText('Used before')).toBeInTheDocument();
  await waitFor(() => expect(code()).toHaveFocus());
  expect([password(), code()].map((input) => input.getAttribute('value'))).toEqual(['p4ynow', '']);
  await page.user.type(code(), '654321');
  await page.press('Confirm');
  await noDialog();
  expect(await page.bodies()).toMatchObject([
    { pay_password: 'p4ynow', totp_code: '123456' },
    { pay_password: 'p4ynow', totp_code: '654321' },
  ]);
});

it('is reported as missing before anything is entered, with a link to its page, until it is set', async () => {
  let isSet = false;
  const page = await openActionPage({ ownPasswords: () => ({ username: 'demo', has_pay_password: isSet }) });
  const link = () => screen.queryByRole('link', { name: 'Set a payment password' });
  await page.begin('Acme', 'Pay');
  expect(await screen.findByText(/You haven’t set a payment password yet/)).toBeInTheDocument();
  expect(link()).toHaveAttribute('href', '/own/payPassword');
  await page.user.type(amount(), '12.5');
  await page.press('Review');
  await screen.findByLabelText(/Payment password/);
  expect(link()).toBeInTheDocument();
  isSet = true;
  page.refresh();
  await waitFor(() => expect(link()).not.toBeInTheDocument());
  expect(password()).toBeInTheDocument();
});
