import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['companies', 'contacts', 'deals', 'follow_ups', 'tags'] as const;

describe('the CRM example', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('crm', NAMES);
    opened = await console.open('/companies/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const open = (path: string) => page.goto(new URL(path, page.url()).href);
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text);
    await page.getByRole('option', { name: text }).click();
  };

  it('asks for a way to reach a contact, and counts the contacts of a company', async () => {
    await input('Name').fill('Double Click Co');
    await button('Save').click();
    await heading('Double Click Co').waitFor();
    await open('/contacts/create');
    await input('First name').fill('Ada');
    await input('Last name').fill('Lovelace');
    await choose('Company', 'Double Click Co');
    await button('Save').click();
    await page.getByText('Enter an e-mail address or a phone number').waitFor();
    await page.getByRole('combobox', { name: 'Phones' }).fill('+44 20 7946 0000, +44 20 7946 0001');
    await page.getByRole('combobox', { name: 'Phones' }).fill('112');
    await opened.expectAccessible();
    await button('Save').click();
    await heading('Ada Lovelace').waitFor();
    const links = page.getByRole('main').locator('a[href^="tel:"]');
    expect(await links.allInnerTexts()).toEqual(['+44 20 7946 0000', '+44 20 7946 0001', '112']);
    await page.getByRole('link', { name: 'Double Click Co' }).click();
    await heading('Double Click Co').waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Contacts\s+1/);
    await opened.expectAccessible();
  });

  it('has other e-mails of a contact, each with its kind and its own message', async () => {
    await open('/contacts/create');
    await input('Last name').fill('Hopper');
    await page.getByRole('combobox', { name: 'Phones' }).fill('112');
    const add = button('Add to “Other e-mails”');
    const entry = (number: number) => page.getByRole('group', { name: `Entry ${number}`, exact: true });
    const address = (number: number) => entry(number).getByRole('textbox', { name: 'E-mail' });
    await add.click();
    await page.keyboard.type('grace@');
    await add.click();
    await page.keyboard.type('hopper@home.example');
    await entry(2).getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Private' }).click();
    await button('Save').click();
    await entry(1).getByText('Enter a valid email address').waitFor();
    await expect.poll(() => address(1).evaluate((element) => element === document.activeElement)).toBe(true);
    await opened.expectAccessible();
    await page.setViewportSize({ width: 375, height: 812 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await opened.expectAccessible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await address(1).fill('grace@work.example');
    await page.getByRole('button', { name: 'Move entry 2 up' }).press('Enter');
    await button('Save').click();
    await heading('Hopper').waitFor();
    const main = page.getByRole('main');
    await expect
      .poll(() => main.innerText())
      .toMatch(/Other e-mails\s+hopper@home\.example · Private\s+grace@work\.example/);
    expect(await main.locator('dl').getByRole('link', { name: 'hopper@home.example' }).getAttribute('href')).toBe(
      'mailto:hopper@home.example',
    );
    await page.getByText('hopper@home.example · Private').nth(1).waitFor();
    await open('/contacts');
    await page.getByRole('searchbox').fill('grace@work');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'grace@work.example' }).waitFor();
    await opened.expectAccessible();
  });

  it('wins a deal only with an amount, after which it can’t be edited', async () => {
    await open('/deals/create');
    await input('Name').fill('Ten licences');
    await choose('Company', 'Double Click Co');
    await page.getByRole('combobox', { name: 'Stage' }).click();
    await page.getByRole('option', { name: 'Proposal' }).click();
    await button('Save').click();
    await heading('Ten licences').waitFor();
    await button('Win').click();
    await page.getByText('Amount: A deal that is won has an amount').waitFor();
    await button('Cancel').click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Amount').fill('1200');
    await button('Save').click();
    await heading('Ten licences').waitFor();
    await button('Win').click();
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Stage\s+Won/);
    await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await open('/deals');
    const stages = page.getByRole('region', { name: 'Stage' });
    const won = stages.getByRole('button', { name: 'Won 1,200.00 EUR' });
    await won.click();
    await expect.poll(() => won.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => new URL(page.url()).search).toContain('won');
    await won.click();
    await expect.poll(() => new URL(page.url()).search).not.toContain('won');
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await page.getByText('1,200.00 EUR').first().waitFor();
    await opened.expectAccessible();
  });

  it('loses a deal on the board only with a reason', async () => {
    await open('/deals/create');
    await input('Name').fill('Five licences');
    await choose('Company', 'Double Click Co');
    await button('Save').click();
    await heading('Five licences').waitFor();
    await open('/deals');
    const column = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
    const card = column('New').getByRole('listitem').filter({ hasText: 'Five licences' });
    await card.getByRole('button', { name: 'Move: Five licences' }).click();
    // Only proposals can be won.
    await expect.poll(() => page.getByRole('menuitem', { name: 'Won' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await card.dragTo(column('Lost'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too expensive');
    expect(await column('Lost').getByRole('listitem').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Lose' }).click();
    await column('Lost').getByRole('link', { name: 'Five licences' }).waitFor();
    await expect.poll(() => card.count()).toBe(0);
  });
});
