import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['tickets', 'ticket_messages', 'teams', 'team_members'] as const;

describe('records on a board', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('help-desk', NAMES);
    const { world } = console;
    const { login_token: token } = await world.signIn('demo');
    const tickets = [
      { subject: 'Printer is on fire', price: '1250' },
      { subject: 'No paper', price: '50' },
      { subject: 'Lost password', resolution: 'Sent a new one' },
    ];
    for (const ticket of tickets) {
      const payload = { opened_on: '2026-11-20', ...ticket };
      const answer = await world.call({ method: 'POST', url: '/prod-api/tickets', payload, token });
      expect(answer.json()).toMatchObject({ code: 0 });
    }
    opened = await console.open('/tickets', { as: 'demo' });
    page = opened.page;
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await column('Open').getByRole('listitem').first().waitFor();
  });
  afterAll(() => console.close());

  const column = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
  /** Names of the cards in their alphabetical order, because all were created at the same moment. */
  const cards = async (name: string) => {
    const names = await column(name).getByRole('link').allInnerTexts();
    return names.toSorted((one, other) => (one < other ? -1 : 1));
  };
  const handle = (name: string) => page.getByRole('button', { name: `Move: ${name}`, exact: true });

  it('has a column for each choice, with the number and sum of its records', async () => {
    await expect.poll(() => cards('Open')).toEqual(['Lost password', 'No paper', 'Printer is on fire']);
    expect(await cards('Solved')).toEqual([]);
    await expect.poll(() => column('Open').innerText()).toMatch(/Open\s+3\s+13\.00 CNY/);
    await opened.expectAccessibleInBoth();
  });

  it('moves a card by dragging, by the keyboard and by its menu', async () => {
    await column('Open').getByRole('listitem').filter({ hasText: 'Lost password' }).dragTo(column('Solved'));
    await expect.poll(() => cards('Solved')).toEqual(['Lost password']);
    await handle('Lost password').press('Alt+ArrowLeft');
    await expect.poll(() => cards('Open')).toEqual(['Lost password', 'No paper', 'Printer is on fire']);
    await page.getByText('Lost password moved to Open').waitFor({ state: 'attached' });
    await handle('Lost password').click();
    await page.getByRole('menuitem', { name: 'Solved' }).click();
    await expect.poll(() => cards('Solved')).toEqual(['Lost password']);
    await page.reload();
    await expect.poll(() => cards('Solved')).toEqual(['Lost password']);
  });

  it('leaves a card where it was if a rule forbids the move, and says why', async () => {
    await handle('No paper').press('Alt+ArrowRight');
    await page.getByText('Resolution: ').waitFor();
    await expect.poll(() => cards('Open')).toEqual(['No paper', 'Printer is on fire']);
  });

  it('shows what the list is filtered by', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('printer');
    await expect.poll(() => cards('Open')).toEqual(['Printer is on fire']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByRole('tab', { name: 'Solved' }).click();
    await column('Open').waitFor({ state: 'detached' });
    await expect.poll(() => cards('Solved')).toEqual(['Lost password']);
    await page.getByRole('tab', { name: 'All' }).click();
  });
});
