import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['tickets', 'ticket_messages', 'teams', 'team_members', 'articles'] as const;

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

  it('formats articles while they are written, and on their page', async () => {
    await page.goto(new URL('/articles/create', page.url()).href);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Burning printers');
    const preview = page.getByRole('button', { name: 'Text: Preview' });
    await preview.click();
    await page.getByText('Nothing to preview yet').waitFor();
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill(
        '# First\n\nUse **foam**, see [the guide](https://example.com/foam).\n\n> Not water!\n\n- [x] Filled\n\n| Kind | Use |\n| - | - |\n| Foam | Printers |\n\n```\nfoam --all\n```',
      );
    await page.getByRole('heading', { level: 3, name: 'First' }).waitFor();
    expect(await preview.getAttribute('aria-expanded')).toBe('true');
    await opened.expectAccessible();
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'Burning printers' }).waitFor();
    await page.getByRole('heading', { level: 3, name: 'First' }).waitFor();
    const link = page.getByRole('link', { name: 'the guide' });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      'https://example.com/foam',
      '_blank',
    ]);
    await opened.expectAccessibleInBoth();
  });
});
