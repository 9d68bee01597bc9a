import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['tickets', 'ticket_messages', 'teams', 'team_members'] as const;

describe('editing cells of a list', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('help-desk', NAMES);
    const { world } = console;
    const { login_token: token } = await world.signIn('demo');
    for (const subject of ['No paper', 'Printer is on fire']) {
      const payload = { opened_on: '2026-11-20', subject, due_on: '2026-11-25' };
      const answer = await world.call({ method: 'POST', url: '/prod-api/tickets', payload, token });
      expect(answer.json()).toMatchObject({ code: 0 });
    }
    opened = await console.open('/tickets', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const row = (subject: string) => page.getByRole('row', { name: new RegExp(subject) });
  const cell = (subject: string, source: string) => row(subject).locator(`[data-edit=${source}]`);
  const editor = () => page.getByRole('dialog');

  it('saves a day by the keyboard, and shows at the cell what the rules refuse', async () => {
    await cell('No paper', 'due_on').dblclick();
    const input = editor().getByRole('textbox', { name: 'Due on' });
    await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true);
    await input.fill('2026-11-01');
    await input.press('Enter');
    await editor().getByText('Enter the day it was opened, or a later one').waitFor();
    await opened.expectAccessibleInBoth({ withoutShell: true });
    expect(await input.inputValue()).toContain('2026-11-01');
    await input.fill('2026-11-27');
    await input.press('Enter');
    await expect.poll(() => cell('No paper', 'due_on').innerText()).toContain('2026-11-27');
    await expect.poll(() => cell('No paper', 'due_on').evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('changes a status that needs no other value, and names the other value otherwise', async () => {
    await cell('Printer', 'status').focus();
    await page.keyboard.press('F2');
    await editor().getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Solved' }).click();
    await editor()
      .getByText(/^Resolution: /)
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => editor().count()).toBe(0);
    await expect.poll(() => cell('Printer', 'status').innerText()).toContain('Open');
    expect(opened.trouble.failedRequests.length).toBeLessThanOrEqual(2);
  });

  it('leaves cells of a narrow screen to the form', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.locator('[data-edit]').count()).toBe(0);
    await row('No paper').getByText('2026-11-27').click();
    await page.getByRole('heading', { level: 1, name: 'No paper' }).waitFor();
  });
});
