import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';
import { TestClock } from '../support/testClock.ts';

/** A day of the server's current month. */
const day = (number: number) => `${new TestClock().now().toISOString().slice(0, 8)}${String(number).padStart(2, '0')}`;

describe('records on a calendar', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('help-desk', ['tickets', 'ticket_messages', 'teams', 'team_members']);
    const { world } = console;
    const { login_token: token } = await world.signIn('demo');
    const tickets = [
      { subject: 'Printer is on fire', due_on: day(8) },
      { subject: 'No paper', opened_on: day(12), due_on: day(12) },
      { subject: 'Lost password' },
      ...[1, 2, 3, 4, 5].map((number) => ({ subject: `Screen ${number}`, due_on: day(20) })),
    ];
    for (const ticket of tickets) {
      const payload = { opened_on: day(1), ...ticket };
      const answer = await world.call({ method: 'POST', url: '/prod-api/tickets', payload, token });
      expect(answer.json()).toMatchObject({ code: 0 });
    }
    opened = await console.open('/tickets', { as: 'demo' });
    page = opened.page;
    await page.getByRole('button', { name: 'Calendar', exact: true }).click();
    await link('Printer is on fire').waitFor();
  });
  afterAll(() => console.close());

  const cell = (number: number) => page.locator(`[data-day="${day(number)}"]`);
  const link = (name: string) => page.getByRole('grid').getByRole('link', { name, exact: true });
  const names = (number: number) => cell(number).getByRole('link').allInnerTexts();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const focusedDay = () => page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? '');

  it('has the records on their days, says how many don’t fit, and shows them', async () => {
    expect(await names(8)).toEqual(['Printer is on fire']);
    expect(await cell(20).getByRole('link').count()).toBe(3);
    await cell(20).getByRole('button', { name: '2 more' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Screen 5' }).waitFor();
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(5);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await opened.expectAccessibleInBoth();
  });

  it('is walked through by the arrow keys, with one day in the Tab order', async () => {
    await cell(8).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focusedDay).toBe(day(9));
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedDay).toBe(day(16));
    expect(await page.getByRole('grid').locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('PageDown');
    await expect.poll(focusedDay).not.toBe('');
    await expect.poll(focusedDay).not.toBe(day(16));
    await page.getByRole('button', { name: 'Today' }).click();
    await link('Printer is on fire').waitFor();
    await cell(8).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Printer is on fire');
    await page.keyboard.press('Escape');
    await expect.poll(focusedDay).toBe(day(8));
  });

  it('moves a record by dragging, by the keyboard and by its move button', async () => {
    await cell(8).getByRole('listitem').dragTo(cell(10));
    await expect.poll(() => names(10)).toEqual(['Printer is on fire']);
    await link('Printer is on fire').press('Alt+ArrowDown');
    await expect.poll(() => names(17)).toEqual(['Printer is on fire']);
    await expect.poll(focused).toBe('Printer is on fire');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => names(16)).toEqual(['Printer is on fire']);
    await expect.poll(focused).toBe('Printer is on fire');
    await page.getByText(/Printer is on fire moved to .*16/).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Move: Printer is on fire' }).click();
    await page.getByRole('textbox', { name: 'To' }).fill(day(9));
    await page.getByRole('textbox', { name: 'To' }).press('Enter');
    await expect.poll(() => names(9)).toEqual(['Printer is on fire']);
    await page.reload();
    await expect.poll(() => names(9)).toEqual(['Printer is on fire']);
  });

  it('leaves a record where it was if a rule forbids the move, and says why', async () => {
    await link('No paper').press('Alt+ArrowLeft');
    await page.getByText('Due on: Enter the day').waitFor();
    expect(await names(12)).toEqual(['No paper']);
  });

  it('says which records are on no day, and puts them on one', async () => {
    await page.getByRole('button', { name: '1 record without “Due on”' }).click();
    const dialog = page.getByRole('dialog', { name: '1 record without' });
    await dialog.getByRole('link', { name: 'Lost password' }).waitFor();
    await dialog.getByRole('button', { name: 'Move: Lost password' }).click();
    await page.getByRole('textbox', { name: 'To' }).fill(day(14));
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByRole('listitem').waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => names(14)).toEqual(['Lost password']);
  });

  it('shows what the list is filtered by, and opens a record', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('paper');
    await link('Printer is on fire').waitFor({ state: 'detached' });
    await link('No paper').click();
    await page.getByRole('heading', { level: 1, name: 'No paper' }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await link('Printer is on fire').waitFor();
  });

  it('is a list of days on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const heading = page.getByRole('heading', { level: 3 });
    await heading.first().waitFor();
    expect(await heading.count()).toBe(4);
    await page.getByRole('region', { name: / 20/ }).getByRole('link', { name: 'Screen 5' }).waitFor();
    await opened.expectAccessibleInBoth();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('grid').waitFor();
  });

  it('has an alternative as cards, sorted as the list', async () => {
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    const cards = page.getByRole('main').getByRole('list', { name: 'tickets' }).getByRole('listitem');
    await expect.poll(() => cards.count()).toBe(8);
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Subject ↑' }).click();
    await expect.poll(() => cards.first().getByRole('link').first().innerText()).toBe('Lost password');
    await opened.expectAccessibleInBoth();
    await page
      .getByRole('button', { name: 'Actions for No paper' })
      .or(cards.first().getByRole('button'))
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  });
});
