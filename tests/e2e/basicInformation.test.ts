import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { sign } from '#shared/gateway/sign.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the basic information page', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, keyGraceHours: 24 });
    opened = await console.open('/personal/basicInformation', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const card = (name: string) => page.getByRole('region', { name });

  it('saves contact details, and shows what another user has changed in the meantime', async () => {
    await press('Edit contact');
    await input('Phone number').fill('call me');
    await press('Save');
    await page.getByText('Enter a valid phone number').waitFor();
    await input('Phone number').and(page.locator(':focus')).waitFor();
    await input('Phone number').fill('+86 21 5550 0199');
    const { kysely } = console.world.db;
    const change = { phone: '+86 21 5550 0777', revision: 2 };
    await kysely.updateTable('merchants').set(change).where('merchant_no', '=', 'M100001').execute();
    await press('Save');
    await page.getByText('Saved value: +86 21 5550 0777').waitFor();
    await opened.expectAccessible();
    await press('Save');
    await card('Contact').getByText('+86 21 5550 0199').waitFor();
    await opened.expectAccessible();
  });

  it('shows a new signing key once, and the old one until it is revoked', async () => {
    await press('Replace key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payment password').fill('000000');
    await dialog.getByLabel('Your authenticator code').fill('000000');
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await dialog.getByText('Incorrect payment password. Attempts left: 4.').waitFor();
    await opened.expectAccessible();
    await dialog.getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    console.world.clock.advance(30);
    await dialog.getByLabel('Your authenticator code').fill(await console.world.totpCode());
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    const key = (await dialog.getByRole('status', { name: 'Secret' }).textContent()) ?? '';
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    // An accidental key press doesn't close a dialog that can't be opened again.
    await page.keyboard.press('Escape');
    await press('I’ve saved the key');
    await card('Signing key')
      .getByRole('img', { name: `Key ending in ${key.slice(-4)}` })
      .waitFor();
    expect(await page.content()).not.toContain(key);
    await opened.expectAccessible();
    await press('Revoke the previous key now');
    await dialog.getByRole('button', { name: 'Revoke the previous key now' }).click();
    await page.getByText('The previous key has been revoked.').waitFor();
    await page.getByText('works until').waitFor({ state: 'detached' });
  });

  it('tests signatures without sending anything', async () => {
    const sent: Request[] = [];
    await press('Test a signature');
    await input('Parameters').waitFor();
    page.on('request', (request) => sent.push(request));
    const key = '0123456789abcdef0123456789abcdef';
    const right = sign('amount=10000&order_no=A-1', key, 'MD5');
    await input('Parameters').fill(`order_no=A-1&amount=10000&remark=&sign=${right.toLowerCase()}`);
    await card('Signature tester').getByLabel('Signing key').fill(key);
    await page.getByText('The signature is in lower case.').waitFor();
    await page.getByText('Left out because it’s empty: remark').waitFor();
    await opened.expectAccessible();
    await input('Your signature').fill(right);
    await page.getByText('Your signature is correct.').waitFor();
    const told = sent.filter((request) => `${request.url()} ${request.postData() ?? ''}`.includes(key.slice(0, 8)));
    expect({
      told,
      kept: await page.evaluate((secret) => JSON.stringify(localStorage).includes(secret), key),
    }).toEqual({
      told: [],
      kept: false,
    });
    expect(opened.trouble.foreignRequests).toEqual([]);
  });
});
