import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['tickets', 'ticket_messages', 'teams', 'team_members'] as const;

describe('the help desk example', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('help-desk', NAMES);
    opened = await console.open('/tickets/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const main = () => page.getByRole('main').innerText();
  const act = async (name: string, field: string, text: string) => {
    await button(name).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: field }).fill(text);
    await dialog.getByRole('button', { name }).click();
  };

  it('makes a reply a message of the ticket, and keeps the time of the first one', async () => {
    await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Printer is on fire');
    await page.getByRole('textbox', { name: 'Opened on' }).fill('2026-11-20');
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'Printer is on fire' }).waitFor();
    for (const text of ['Is it still burning?', 'Use the foam, not water.']) {
      await act('Reply', 'Text', text);
      await page.getByText('Reply sent').first().waitFor();
      await expect.poll(main).toContain(text);
    }
    await expect.poll(main).toContain('First reply');
    await opened.expectAccessible();
  });

  it('counts how often a ticket was reopened', async () => {
    for (const times of ['1', '2']) {
      await act('Solve', 'Resolution', 'Extinguished');
      await button('Reopen').first().click();
      await expect.poll(main).toMatch(new RegExp(`Times reopened\\s+${times}`));
    }
    await page.goto(new URL('/ticket_messages', page.url()).href);
    await expect.poll(() => page.getByRole('table').innerText()).toContain('Use the foam, not water.');
    expect(await page.getByRole('button', { name: 'Create' }).count()).toBe(0);
    await opened.expectAccessible();
  });
});
