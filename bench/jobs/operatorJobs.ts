import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { textOf, type Job } from './Job.ts';
import { button, dialog, findByKeys, findByMouse, password } from './steps.ts';

const merchantLink = (page: Page) =>
  page
    .locator('dt', { hasText: /^Merchant$/ })
    .locator('xpath=following-sibling::dd[1]')
    .getByRole('link');

export const OPERATOR_JOBS: readonly Job[] = [
  {
    name: 'As operator: approve a withdrawal',
    as: ['operator'],
    subject: (records) => records.oldest('withdrawal-reviews', { status: ['pending'] }),
    async mouse(hand, withdrawal) {
      const { page } = hand;
      await hand.click(
        page
          .getByRole('list', { name: 'Withdrawal reviews' })
          .getByRole('listitem')
          .filter({ hasText: textOf(withdrawal, 'withdrawal_no') })
          .getByRole('button', { name: 'Approve' }),
      );
      await hand.clickUnlessFocused(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.click(dialog(page).getByRole('button', { name: /^Approve/ }));
    },
    async keyboard(hand, withdrawal) {
      const { page } = hand;
      await findByKeys(hand, textOf(withdrawal, 'withdrawal_no'));
      await hand.tabTo(button(page, /^Approve/));
      await hand.press('Enter');
      await hand.tabTo(password(page));
      await hand.type(DEMO_PAY_PASSWORD);
      await hand.press('Enter');
    },
    async done(page, { id }, records) {
      await dialog(page).waitFor({ state: 'detached' });
      assert.notEqual((await records.now('withdrawal-reviews', id))['status'], 'pending');
    },
  },
  {
    name: 'As operator: find an order of a merchant by its number, open the merchant',
    as: ['operator'],
    subject: (records) => records.newest('platform-orders', { status: ['success'] }),
    async mouse(hand, order) {
      await findByMouse(hand, textOf(order, 'order_no'));
      await hand.click(merchantLink(hand.page));
    },
    async keyboard(hand, order) {
      await findByKeys(hand, textOf(order, 'order_no'));
      await hand.tabTo(merchantLink(hand.page));
      await hand.press('Enter');
    },
    done: (page) => page.waitForURL(/\/merchants\/[^/]+\/show/),
  },
];
