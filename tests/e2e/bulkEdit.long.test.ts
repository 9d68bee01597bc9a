import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['tickets', 'ticket_messages', 'teams', 'team_members'] as const;

describe('editing several records', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('help-desk', NAMES);
    const { world } = console;
    const { login_token: token } = await world.signIn('demo');
    const tickets = [
      { subject: 'Printer is on fire' },
      { subject: 'No paper' },
      { subject: 'Lost password', resolution: 'Sent a new one' },
    ];
    for (const ticket of tickets) {
      const payload = { opened_on: '2026-11-20', ...ticket };
      const answer = await world.call({ method: 'POST', url: '/prod-api/tickets', payload, token });
      expect(answer.json()).toMatchObject({ code: 0 });
    }
    opened = await console.open('/tickets', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const dialog = () => page.getByRole('dialog');
  const box = (subject: string) => page.getByRole('checkbox', { name: `Select: ${subject}` });

  it('changes what the rules allow, and names the others with the reason', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('checkbox', { name: 'Status' }).check();
    await dialog().getByRole('checkbox', { name: 'Due on' }).check();
    await dialog()
      .getByRole('combobox', { name: /^Status/ })
      .click();
    await page.getByRole('option', { name: 'Solved' }).click();
    await opened.expectAccessibleInBoth({ withoutShell: true });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('1 record changed').waitFor();
    await dialog()
      .getByText(/^Printer is on fire: Resolution: /)
      .waitFor();
    await dialog()
      .getByText(/^No paper: Resolution: /)
      .waitFor();
    await opened.expectAccessibleInBoth({ withoutShell: true });
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('row', { name: /Lost password/ }).innerText()).toContain('Solved');
    await expect.poll(() => box('Lost password').isChecked()).toBe(false);
    await expect.poll(() => box('No paper').isChecked()).toBe(true);
    await expect.poll(() => box('Printer is on fire').isChecked()).toBe(true);
  });
});
