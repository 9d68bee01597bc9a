import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { demoKey } from '#demo/createTenants.ts';
import { DEFAULT_SEED } from '#demo/seedAtStart.ts';
import { createGatewayClient } from '../../../examples/gateway/gatewayClient.ts';
import type { Picture, Stage } from './Picture.ts';

const MERCHANT = 'M100001';

/** Places an order and opens its payment page, as a shop does by a redirect. */
async function openPayPage(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const key = demoKey(DEFAULT_SEED.seed, MERCHANT);
  const { payUrl } = await createGatewayClient({ url: origin, merchantNo: MERCHANT, key }).collect({
    merchantOrderNo: `SHOP-${randomUUID().slice(0, 8)}`,
    channel: 'cn_qr_yun',
    amount: 128_800n,
    subject: '龙井茶 250 g',
    returnUrl: `${origin}/login`,
  });
  await page.goto(payUrl ?? '');
}

async function decide({ page, press, t }: Stage, decision: 'pay' | 'decline'): Promise<void> {
  await openPayPage(page);
  await press(t(`payPage.${decision}`));
  await page.locator('a.back').waitFor();
}

/** Pages for payers. */
export const PAY_PICTURES: readonly Picture[] = [
  { name: 'pay', address: '/login', show: ({ page }) => openPayPage(page) },
  { name: 'pay-paid', address: '/login', show: (stage) => decide(stage, 'pay') },
  { name: 'pay-failed', address: '/login', show: (stage) => decide(stage, 'decline') },
  { name: 'pay-unknown', address: '/gateway/pay/unknown', show: ({ page }) => page.locator('h1').waitFor() },
];
