import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { newLink } from '#server/modules/enrolment/service.ts';
import { createOwner } from '#server/modules/users/operators.ts';
import { openConsole, type OpenedConsole } from '../support/openedConsole.ts';

const PASSWORD = 'a long passphrase 42';

describe('an invitation', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  function invite(username: string): Promise<string> {
    const { db, clock, cipher } = console.world;
    return db.transaction(async (tx) => {
      const userId = await createOwner(tx, clock, { merchantId: PLATFORM_ID, username, realName: 'Alice' });
      return (await newLink(tx, { clock, cipher }, { merchantId: PLATFORM_ID, userId })).token;
    });
  }

  it('leads through password and authenticator to the login page', async () => {
    const { page, context, trouble, expectAccessibleInBoth } = await console.open(
      `/login#enrol=${await invite('alice')}`,
    );
    const password = page.getByLabel('New password', { exact: true });
    await password.waitFor();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await password.getAttribute('spellcheck')).toBe('false');
    await expectAccessibleInBoth();
    await page.getByRole('button', { name: 'Finish setup' }).click();
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.type(PASSWORD);
    expect(await password.getAttribute('aria-invalid')).toBe('false');
    await page.getByLabel('Repeat new password', { exact: true }).fill(PASSWORD);
    const secret = (await page.locator('.totp-key code').innerText()).replaceAll(' ', '');
    const epoch = Math.floor(console.world.clock.now().getTime() / 1000);
    await page.getByLabel('Authenticator code').fill(await generate({ secret, epoch }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    expect(await page.locator('ol code').count()).toBe(10);
    await page.getByLabel('I’ve saved these codes').check();
    await page.getByRole('button', { name: 'Go to sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('Your account is ready.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
    await context.close();
  });
});
