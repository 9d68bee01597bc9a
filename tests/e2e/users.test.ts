import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const PASSWORD = 'a long passphrase 42';

describe('authorised users', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let invited: ConsolePage;
  let link = '';
  let code = '';

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/authuser', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const dialog = () => page.getByRole('dialog');
  const act = (name: string) => page.getByRole('button', { name, exact: true });
  const codeFor = (secret: string) =>
    generate({ secret, epoch: Math.floor(console.world.clock.now().getTime() / 1000) });

  it('are invited with a link that is shown once', async () => {
    await act('Invite user').click();
    await dialog().getByLabel('Username').fill('tokyo');
    await dialog().getByLabel('Full name').fill('Ana Ruiz');
    await dialog()
      .getByRole('checkbox', { name: /^Viewer/ })
      .check();
    await dialog().getByRole('button', { name: 'Invite user' }).click();
    await dialog().getByText('This username is taken.').waitFor();
    await opened.expectAccessible();
    await dialog().getByLabel('Username').fill('ana');
    await dialog().getByRole('button', { name: 'Invite user' }).click();
    await dialog().getByText('This is shown only once.').waitFor();
    link = await dialog().locator('output').innerText();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#enrol=[\w-]{64}$/);
    await opened.expectAccessible();
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /Ana Ruiz.*Invited/ }).waitFor();
    expect(await page.content()).not.toContain('#enrol=');
  });

  it('set password and authenticator, save recovery codes and sign in', async () => {
    invited = await console.open(new URL(link).pathname + new URL(link).hash);
    const { page: theirs } = invited;
    await theirs.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await theirs.locator('.totp-key code').innerText()).replaceAll(' ', '');
    await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await theirs.getByLabel('Repeat new password').fill(PASSWORD);
    await theirs.getByLabel('Authenticator code').fill(await codeFor(secret));
    await theirs.getByRole('button', { name: 'Finish setup' }).click();
    await theirs.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    code = await theirs.locator('ol code').first().innerText();
    await invited.expectAccessible();
    await theirs.getByRole('button', { name: 'Go to sign-in' }).click();
    expect(await theirs.getByLabel('I’ve saved these codes').evaluate((box) => box.matches(':invalid'))).toBe(true);
    await theirs.getByLabel('I’ve saved these codes').check();
    await theirs.getByRole('button', { name: 'Go to sign-in' }).click();
    await theirs.getByText('Your account is ready.').waitFor();
  });

  it('sign in with a recovery code instead of the authenticator', async () => {
    const { page: theirs } = invited;
    await theirs.getByRole('button', { name: 'Use a recovery code' }).click();
    await theirs.getByLabel('Username').fill('ana');
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await theirs.getByLabel('Recovery code').fill(code.toLowerCase());
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await theirs.waitForURL((url) => url.pathname !== '/login');
    await theirs.getByRole('navigation').first().waitFor();
  });

  it('are signed out when they are disabled', async () => {
    await page.reload();
    await page
      .getByRole('row', { name: /Ana Ruiz/ })
      .getByText('Ana Ruiz')
      .click();
    await page.getByText('Recovery codes left').first().waitFor();
    await act('End session').waitFor();
    await opened.expectAccessible();
    const told = invited.page.getByText('Your session has ended').waitFor();
    await act('Disable').click();
    await dialog().getByRole('button', { name: 'Disable' }).click();
    await act('Enable').waitFor();
    await told;
  });

  it('have their authenticator reset once the user who resets it has confirmed the session', async () => {
    await act('Enable').click();
    await dialog().getByRole('button', { name: 'Enable' }).click();
    await act('Reset authenticator').waitFor();
    await console.world.db.kysely.updateTable('sessions').set({ confirmed_until: null }).execute();
    await act('Reset authenticator').click();
    await dialog().getByRole('button', { name: 'Reset authenticator' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await question.getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    await question.getByLabel('Authenticator code').fill('000000');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.getByText('Attempts left: 4').waitFor();
    await opened.expectAccessible({ within: '[role=dialog]' });
    console.world.clock.advance(30);
    await question.getByLabel('Authenticator code').fill(await console.world.totpCode());
    await question.getByRole('button', { name: 'Confirm' }).click();
    expect(await dialog().locator('output').innerText()).toContain('/login#enrol=');
    await dialog().getByRole('button', { name: 'Close' }).click();
    expect(opened.trouble.console.filter((line) => !/403|422/.test(line))).toEqual([]);
  });
});
