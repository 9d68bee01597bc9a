import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMerchantKeys } from '#server/modules/signingKeys/merchantKeys.ts';
import { createGatewayClient } from '../../examples/gateway/gatewayClient.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const MERCHANT = 'M100001';
const WORDS = {
  en: { pay: 'Pay', decline: 'Decline', paid: 'Payment successful', failed: 'Payment failed' },
  zh: { pay: '付款', decline: '取消付款', paid: '付款成功', failed: '付款失败' },
  es: { pay: 'Pagar', decline: 'Rechazar', paid: 'Pago realizado', failed: 'Pago fallido' },
  ja: { pay: '支払う', decline: '支払わない', paid: '支払い完了', failed: '支払いに失敗しました' },
};
const PHONE = { viewport: { width: 360, height: 740 } };

describe('the payment page for payers', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());

  /** Places an order. @returns its number, and the path of its page */
  async function place(): Promise<{ no: string; path: string }> {
    const { db, clock, cipher } = console.world;
    const keys = createMerchantKeys({ db, clock, cipher, maxGraceHours: 0 });
    const { merchant_id: id } = await db.kysely.selectFrom('merchants').where('merchant_no', '=', MERCHANT).select('merchant_id').executeTakeFirstOrThrow(); // prettier-ignore
    const [key] = await keys.usableKeys(id);
    const client = createGatewayClient({
      url: console.origin,
      merchantNo: MERCHANT,
      key: key?.key ?? '',
      now: () => clock.now(),
    });
    const { merchantOrderNo: no, payUrl } = await client.collect({
      merchantOrderNo: `SHOP-${randomUUID()}`,
      channel: 'cn_qr_yun',
      amount: 4_999_977n,
      subject: '<b>茶</b>',
      returnUrl: `${console.origin}/healthz`,
    });
    return { no, path: new URL(payUrl ?? '').pathname };
  }

  const open = (path: string, options: BrowserContextOptions = {}): Promise<ConsolePage> =>
    console.open(path, { ...PHONE, ...options });
  const statusOf = async (no: string) => {
    while ((await console.world.collecting.step()) > 0);
    const orders = console.world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', no).select('status');
    return (await orders.executeTakeFirst())?.status;
  };
  const button = ({ page }: ConsolePage, name: string) => page.getByRole('button', { name, exact: true });
  const heading = ({ page }: ConsolePage) => page.getByRole('heading', { level: 1 });
  /** Expects no horizontal overflow. */
  const fits = ({ page }: ConsolePage) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

  it.each([
    ['en', 'pay', 'paid'],
    ['zh', 'decline', 'failed'],
    ['es', 'pay', 'paid'],
    ['ja', 'decline', 'failed'],
  ] as const)('is accessible in %s before and after choosing to %s', async (locale, decision, outcome) => {
    const { no, path } = await place();
    const opened = await open(path, { locale });
    await opened.expectAccessibleInBoth();
    expect(await opened.page.locator('html').getAttribute('lang')).toBe(locale);
    await button(opened, WORDS[locale][decision]).click();
    await expect.poll(() => heading(opened).innerText()).toBe(WORDS[locale][outcome]);
    await opened.expectAccessible();
    expect(await fits(opened)).toBe(true);
    expect([await statusOf(no), opened.trouble]).toEqual([
      decision === 'pay' ? 'success' : 'failed',
      { console: [], failedRequests: [], foreignRequests: [] },
    ]);
    await opened.context.close();
  });

  it('works by keyboard and without scripts, and leads back to the merchant’s URL', async () => {
    const { path } = await place();
    const opened = await open(path, { javaScriptEnabled: false });
    await opened.page.keyboard.press('Tab');
    await opened.page.keyboard.press('Enter');
    await expect.poll(() => heading(opened).innerText()).toBe('Payment successful');
    // Neither going back nor reloading sends anything again.
    await opened.page.reload();
    await opened.page.keyboard.press('Tab');
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL(`${console.origin}/healthz`);
    await opened.context.close();
  });

  it('shows the outcome to a payer who decides again in a second window', async () => {
    const { no, path } = await place();
    const [first, second] = [await open(path), await open(path)];
    await button(first, 'Decline').click();
    await expect.poll(() => heading(first).innerText()).toBe('Payment failed');
    await button(second, 'Pay').click();
    await expect.poll(() => heading(second).innerText()).toBe('Payment failed');
    expect(await statusOf(no)).toBe('failed');
    await Promise.all([first, second].map(({ context }) => context.close()));
  });

  it('reports an expired payment and one that doesn’t exist', async () => {
    const { path } = await place();
    console.world.clock.advance(30 * 60);
    const late = await open(path, { colorScheme: 'dark' });
    expect(await heading(late).innerText()).toBe('This payment link has expired');
    await late.expectAccessible();
    const unknown = await open(`${path}x`, { locale: 'es' });
    expect(await heading(unknown).innerText()).toBe('Pago no encontrado');
    await unknown.expectAccessible();
    await Promise.all([late, unknown].map(({ context }) => context.close()));
  });
});
