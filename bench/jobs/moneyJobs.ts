import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { textOf, type Job, type Records } from './Job.ts';
import { button, dialog, findByKeys, findByMouse, link, menu, password } from './steps.ts';

const AMOUNT = '150';
const CARD = '6222021234567890128';

/**
 * The first row is valid; the amount of the second and the name of the third are not. Unique, because a file is
 * accepted once.
 */
const batchFile = () => ({
  name: 'wages.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`payee_name,card_number,bank_name,amount,remark
王伟,${CARD},工商银行,100.00,${randomUUID()}
李娜,${CARD},建设银行,1e2,
,${CARD},建设银行,300.00,`),
});

/** Button of a cell in a row. */
const cell = (page: Page, line: number, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Row ${line}, ${name}: `) });

const failed = (records: Records) =>
  records.newest('payouts', { status: ['failed'], source: ['console'] }, (payout) => payout['repeated_by_id'] === null);

export const MONEY_JOBS: readonly Job[] = [
  {
    name: 'Request a withdrawal to the default card',
    as: ['demo'],
    async mouse(hand) {
      const { page } = hand;
      await hand.click(link(page, 'Withdraw'));
      const amount = page.getByLabel(/^Withdrawal amount/);
      await amount.waitFor();
      await hand.clickUnlessFocused(amount);
      await hand.type(AMOUNT);
      await hand.click(button(page, 'Review'));
      await hand.clickUnlessFocused(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.click(button(page, 'Confirm'));
    },
    async keyboard(hand) {
      await hand.goTo('withd', 'Withdraw');
      await hand.tabTo(hand.page.getByLabel(/^Withdrawal amount/));
      await hand.type(AMOUNT);
      await hand.press('Enter');
      await hand.tabTo(password(hand.page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.press('Enter');
    },
    done: (page) => page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor(),
  },
  {
    name: 'Approve a payment request',
    as: ['checker', 'demo'],
    // Users can't approve their own requests.
    subject: (records) =>
      records.oldest('payment-requests', { status: ['pending'] }, (request) => request['creator_id'] !== records.ownId),
    async mouse(hand, request) {
      const { page } = hand;
      await hand.click(
        page
          .getByRole('list', { name: 'Payment requests' })
          .getByRole('listitem')
          .filter({ hasText: textOf(request, 'request_no') })
          .getByRole('button', { name: 'Approve' }),
      );
      await hand.clickUnlessFocused(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.click(dialog(page).getByRole('button', { name: /^(Approve|Confirm)/ }));
    },
    async keyboard(hand, request) {
      const { page } = hand;
      await findByKeys(hand, textOf(request, 'request_no'));
      await hand.tabTo(button(page, 'Approve'));
      await hand.press('Enter');
      await hand.tabTo(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.press('Enter');
    },
    async done(page, { id }, records) {
      await dialog(page).waitFor({ state: 'detached' });
      assert.notEqual((await records.now('payment-requests', id))['status'], 'pending');
    },
  },
  {
    name: 'Pay a saved payee',
    as: ['demo'],
    async mouse(hand) {
      const { page } = hand;
      await hand.click(link(page, 'Payment'));
      const amount = page.getByLabel(/^Payment amount/);
      await hand.clickUnlessFocused(amount);
      await hand.type(AMOUNT);
      await hand.click(page.getByRole('combobox', { name: /^Saved payee/ }));
      await hand.click(page.getByRole('option').last());
      await hand.click(button(page, 'Review'));
      await hand.clickUnlessFocused(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.click(button(page, 'Confirm'));
    },
    async keyboard(hand) {
      const { page } = hand;
      await hand.goTo('payment', 'Payment');
      await hand.tabTo(page.getByLabel(/^Payment amount/));
      await hand.type(AMOUNT);
      await hand.tabTo(page.getByRole('combobox', { name: /^Saved payee/ }));
      await hand.press('ArrowDown');
      await page.getByRole('option').first().waitFor();
      await hand.press('End', 'Enter');
      await hand.press('Enter');
      await hand.tabTo(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.press('Enter');
    },
    done: (page) => page.getByRole('heading', { name: /^Payment (on its way|requested)/ }).waitFor(),
  },
  {
    name: 'Pay a failed payout again',
    as: ['demo'],
    subject: failed,
    async mouse(hand, payout) {
      const { page } = hand;
      await findByMouse(hand, textOf(payout, 'order_no'));
      await hand.click(button(page, 'Pay again'));
      await hand.clickUnlessFocused(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.click(dialog(page).getByRole('button', { name: /^Pay .* again$/ }));
    },
    async keyboard(hand, payout) {
      const { page } = hand;
      await findByKeys(hand, textOf(payout, 'order_no'));
      await hand.tabTo(button(page, 'Pay again'));
      await hand.press('Enter');
      await hand.tabTo(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.press('Enter');
    },
    done: (page) => page.getByText(/^New payment request: /).waitFor(),
  },
  {
    name: 'Upload a batch, correct two rows, submit it',
    as: ['demo'],
    async mouse(hand) {
      const { page } = hand;
      await hand.click(menu(page, 'Batch transfer'));
      const chooser = page.waitForEvent('filechooser');
      await hand.click(button(page, 'Choose file'));
      await (await chooser).setFiles(batchFile());
      await cell(page, 3, 'Amount').and(page.locator(':focus')).waitFor();
      await hand.type('120');
      await hand.press('Enter');
      await cell(page, 4, 'Payee').and(page.locator(':focus')).waitFor();
      await hand.press('Enter');
      await hand.type('王芳');
      await hand.press('Enter');
      await hand.click(button(page, 'Submit batch'));
      await hand.clickUnlessFocused(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.click(dialog(page).getByRole('button', { name: /^(Submit|Confirm)/ }));
    },
    async keyboard(hand) {
      const { page } = hand;
      await hand.goTo('batch', 'Batch transfer');
      const chooser = page.waitForEvent('filechooser');
      await hand.tabTo(button(page, 'Choose file'));
      await hand.press('Enter');
      await (await chooser).setFiles(batchFile());
      await cell(page, 3, 'Amount').and(page.locator(':focus')).waitFor();
      await hand.type('120');
      await hand.press('Enter');
      await cell(page, 4, 'Payee').and(page.locator(':focus')).waitFor();
      await hand.press('Enter');
      await hand.type('王芳');
      await hand.press('Enter');
      await button(page, 'Submit batch').and(page.locator(':focus')).waitFor();
      await hand.press('Enter');
      await hand.tabTo(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.press('Enter');
    },
    done: (page) => page.getByText(/payments finished/).waitFor(),
  },
  {
    name: 'Download the statement of last month',
    as: ['demo'],
    async mouse(hand) {
      const { page } = hand;
      await hand.click(menu(page, 'Finance', 'button'));
      await hand.click(menu(page, 'Statement'));
      await hand.click(button(page, 'Last month'));
      const file = page.waitForEvent('download');
      await hand.click(button(page, 'Download PDF'));
      await file;
    },
    async keyboard(hand) {
      const { page } = hand;
      await hand.goTo('state', 'Statement');
      await button(page, 'Download PDF').waitFor();
      await hand.press('Control+K');
      await page.getByRole('combobox', { name: 'Find a page or record' }).waitFor();
      await hand.type('l');
      await page.getByRole('option').nth(1).getByText('Last month').waitFor();
      await hand.press('ArrowDown', 'Enter');
      await button(page, 'Last month').and(page.locator('[aria-pressed=true]')).waitFor();
      const file = page.waitForEvent('download');
      await hand.goTo('d', 'Download: Statement with entries (PDF)');
      await file;
    },
    done: async () => {},
  },
];
