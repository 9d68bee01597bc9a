import type { Page } from 'playwright-core';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import type { Hand } from './Hand.ts';
import { textOf, type FoundRecord, type Job, type Records } from './Job.ts';
import { button, dialog, findByKeys, findByMouse, password } from './steps.ts';

const filter = (page: Page, name: string) => page.locator('button[aria-haspopup=dialog]').filter({ hasText: name });
/** On the dashboard, the amount of the successful orders in its range, which leads to them. */
const collected = (page: Page) =>
  page.getByRole('region', { name: 'Collected' }).getByRole('link', { name: / Successful amount/ });

const notified = (records: Records) => records.newest('orders', { status: ['success'], notify_status: 'delivered' });

/** Replaces the full amount, which is in the field, by half of it. */
async function refundHalf(hand: Hand, order: FoundRecord, withMouse: boolean): Promise<void> {
  const { page } = hand;
  const half = String(Number(textOf(order, 'amount')) / 200);
  const amount = page.getByLabel(/^Refund amount/);
  const reason = page.getByLabel(/^Reason/);
  await page.getByText('Leaves the balance').waitFor();
  await hand.tabTo(amount);
  if (!(await amount.evaluate(isSelected))) await hand.press('Control+A');
  await hand.type(half);
  await dialog(page)
    .getByText(`${Number(half).toFixed(2)} CNY`)
    .first()
    .waitFor();
  await (withMouse ? hand.click(reason) : hand.tabTo(reason));
  await hand.type('damaged');
  await (withMouse ? hand.click(button(page, 'Review')) : hand.press('Control+Enter'));
  await (withMouse ? hand.clickUnlessFocused(password(page)) : hand.tabTo(password(page)));
  await hand.type(DEMO_PAY_PASSWORD);
  await (withMouse ? hand.click(dialog(page).getByRole('button', { name: 'Refund' })) : hand.press('Enter'));
}

function isSelected(field: Element): boolean {
  return field instanceof HTMLInputElement && field.selectionEnd !== 0 && field.selectionStart === 0;
}

export const ORDER_JOBS: readonly Job[] = [
  {
    name: 'Find an order by its number, see whether its notification arrived',
    as: ['demo'],
    subject: notified,
    mouse: (hand, order) => findByMouse(hand, textOf(order, 'order_no')),
    keyboard: (hand, order) => findByKeys(hand, textOf(order, 'order_no')),
    done: (page) => page.getByRole('region', { name: 'Notification' }).getByText('Delivered').first().waitFor(),
  },
  {
    name: 'Send the notification of that order again',
    as: ['demo'],
    subject: notified,
    async mouse(hand, order) {
      await findByMouse(hand, textOf(order, 'order_no'));
      await hand.click(button(hand.page, 'Resend notification'));
    },
    async keyboard(hand, order) {
      await findByKeys(hand, textOf(order, 'order_no'));
      await hand.tabTo(button(hand.page, 'Resend notification'));
      await hand.press('Enter');
    },
    done: (page) => page.getByText('notification is being sent again').waitFor(),
  },
  {
    name: 'Refund half of an order',
    as: ['demo'],
    subject: (records) =>
      records.newest(
        'orders',
        { status: ['success'], amount_gte: '10000' },
        (order) => order['refundable_amount'] === order['amount'] && Number(order['amount']) % 200 === 0,
      ),
    async mouse(hand, order) {
      await findByMouse(hand, textOf(order, 'order_no'));
      await hand.click(button(hand.page, 'Refund'));
      await refundHalf(hand, order, true);
    },
    async keyboard(hand, order) {
      await findByKeys(hand, textOf(order, 'order_no'));
      await hand.tabTo(button(hand.page, 'Refund'));
      await hand.press('Enter');
      await refundHalf(hand, order, false);
    },
    done: (page) => page.getByRole('status').getByText('Refund requested').waitFor(),
  },
  {
    name: 'Export the successful orders of this month',
    as: ['demo'],
    async mouse(hand) {
      const { page } = hand;
      await hand.click(button(page, 'This month'));
      await hand.click(collected(page));
      await hand.click(button(page, 'Export'));
      await hand.click(dialog(page).getByRole('button', { name: 'Export' }));
    },
    async keyboard(hand) {
      const { page } = hand;
      await hand.goTo('coll', 'Collection orders');
      const tab = page.getByRole('tab', { name: 'All', selected: true });
      await hand.tabTo(tab);
      await hand.press('ArrowRight', 'ArrowRight', 'Enter');
      await hand.tabTo(filter(page, 'Created'));
      await hand.press('Enter');
      await hand.tabTo(button(page, 'This month'));
      await hand.press('Enter');
      await hand.press('e');
      await hand.tabTo(dialog(page).getByRole('button', { name: 'Export' }));
      await hand.press('Enter');
    },
    done: (page) => page.getByText(/ downloaded$/).waitFor(),
  },
];
