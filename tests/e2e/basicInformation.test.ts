import { describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openedInformation } from './openedInformation.ts';

describe('the basic information page', () => {
  const information = openedInformation();
  const { press, input, card } = information;

  it('saves contact details, and shows what another user has changed in the meantime', async () => {
    await press('Edit contact');
    await input('Phone number').fill('call me');
    await press('Save');
    await information.page.getByText('Enter a valid phone number').waitFor();
    await input('Phone number').and(information.page.locator(':focus')).waitFor();
    await input('Phone number').fill('+86 21 5550 0199');
    const { kysely } = information.console.world.db;
    const change = { phone: '+86 21 5550 0777', revision: 2 };
    await kysely.updateTable('merchants').set(change).where('merchant_no', '=', 'M100001').execute();
    await press('Save');
    await information.page.getByText('Saved value: +86 21 5550 0777').waitFor();
    await information.opened.expectAccessible();
    await press('Save');
    await card('Contact').getByText('+86 21 5550 0199').waitFor();
    await information.opened.expectAccessible();
  });

  it('shows a new signing key once, and the old one until it is revoked', async () => {
    await press('Replace key');
    const dialog = information.page.getByRole('dialog');
    await dialog.getByLabel('Payment password').fill('000000');
    await dialog.getByLabel('Your authenticator code').fill('000000');
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await dialog.getByText('Incorrect payment password. Attempts left: 4.').waitFor();
    await information.opened.expectAccessible();
    await dialog.getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    information.console.world.clock.advance(30);
    await dialog.getByLabel('Your authenticator code').fill(await information.console.world.totpCode());
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    const key = (await dialog.getByRole('status', { name: 'Secret' }).textContent()) ?? '';
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    // An accidental key press doesn't close a dialog that can't be opened again.
    await information.page.keyboard.press('Escape');
    await press('I’ve saved the key');
    await card('Signing key')
      .getByRole('img', { name: `Key ending in ${key.slice(-4)}` })
      .waitFor();
    expect(await information.page.content()).not.toContain(key);
    await information.opened.expectAccessible();
    await press('Revoke the previous key now');
    await dialog.getByRole('button', { name: 'Revoke the previous key now' }).click();
    await information.page.getByText('The previous key has been revoked.').waitFor();
    await information.page.getByText('works until').waitFor({ state: 'detached' });
  });
});
