import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMenuPage } from '../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';
import { supplierDeclaration } from '../support/supplierForm.ts';
import { tabBar } from '../support/tabBar.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
);
const declaration = { ...supplierDeclaration, show: { timeline: true } };

describe('a declared resource, from creation to deletion', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { suppliers: declaration } });
    await addMenuPage(console.world, 'M100001', 'suppliers', 'Suppliers');
    opened = await console.open('/suppliers/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const file = (name: string) => page.locator(`input[type=file][aria-label="${name}"]`);
  const valueOf = (field: string) => page.locator('dt', { hasText: new RegExp(`^${field}$`) }).locator('+ dd');
  const save = () => page.getByRole('button', { name: 'Save' }).click();

  it('is created with values of every type, including files, and shown', async () => {
    await opened.expectAccessible();
    await input('Name').fill('Acme');
    await input('Account').fill('6222 0212 3456 1234');
    await input('Fee').fill('92,233,720,368,547,758.07');
    await input('Rate').fill('2.5');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Services' }).click();
    await page.getByLabel(/^Visit/).fill('2026-11-21T09:30');
    await page.getByLabel(/^Since/).fill('2024-02-29');
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel(/^API key/).fill('secret');
    await input('Extra').fill('{"a":[1]}');
    await file('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
    // Saving while the file is being sent is refused.
    await page.getByRole('button', { name: 'Replace: Logo' }).waitFor();
    await save();
    await page.waitForURL(/\/suppliers\/[^/]+\/show$/);
    address = new URL(page.url()).pathname;
    await page.getByText('Record created').waitFor();
    expect(await valueOf('Fee').innerText()).toBe('92,233,720,368,547,758.07 CNY');
    expect(await valueOf('Account').innerText()).toContain('6222••••1234');
    expect(await valueOf('Visit').innerText()).toBe('2026-11-21 09:30:00');
    expect(await valueOf('Since').innerText()).toBe('2024-02-29');
    await page.getByRole('img', { name: 'logo.png' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Acme - /);
    await opened.expectAccessible();
  });

  it('reveals its account number on request, and records this in its history', async () => {
    await page.getByRole('button', { name: 'Show in full: Account' }).click();
    await page.getByText('6222 0212 3456 1234').waitFor();
    await page.reload();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Revealed in full').waitFor();
    await history.getByText('Created').waitFor();
  });

  it('asks before it discards unsaved changes', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Name').fill('Acme Ltd');
    // The form's page stays open in its tab, so nothing is lost.
    await page.goBack();
    await page.waitForURL(/\/show$/);
    await page.getByRole('tab', { name: 'Acme' }).last().click();
    expect(await input('Name').inputValue()).toBe('Acme Ltd');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await input('Name').inputValue()).toBe('Acme Ltd');
    expect(page.url()).not.toContain('/show');
  });

  it('reports a conflict with another user’s change, and overwrites it on request', async () => {
    const { login_token: token } = await console.world.signIn('demo');
    const url = `/prod-api${address.replace('/show', '')}`;
    const payload = { name: 'Acme Inc', notes: 'Theirs', revision: 1 };
    expect((await console.world.call({ method: 'PUT', url, token, payload })).statusCode).toBe(200);
    await page.keyboard.press('Control+s');
    const differences = page.getByRole('table', { name: 'Differences' });
    await differences.getByRole('row', { name: 'Name Acme Ltd Acme Inc' }).waitFor();
    await opened.expectAccessible();
    await page.getByRole('button', { name: 'Keep my changes and save' }).click();
    await page.waitForURL(/\/show$/);
    await page.getByRole('heading', { name: 'Acme Ltd', level: 1 }).waitFor();
    expect(await valueOf('Notes').innerText()).toBe('Theirs');
    expect(await valueOf('Account').innerText()).toContain('6222••••1234');
  });

  it('shows the server’s rejection at the input', async () => {
    await tabBar(page).visit('/suppliers/create');
    await input('Name').fill('Second');
    await input('Account').fill('6222021234561234');
    await page.route('**/prod-api/suppliers', (route) =>
      route.fulfill({
        status: 422,
        json: { code: 422, msg: 'No.', data: { error: 'validation', errors: { name: 'Not this one.' } } },
      }),
    );
    await save();
    await page.getByText('Not this one.').waitFor();
    await input('Name').and(page.locator(':focus')).waitFor();
    await page.unroute('**/prod-api/suppliers');
    await save();
    await page.waitForURL(/\/show$/);
  });

  it('is deleted after a confirmation that shows its name', async () => {
    await tabBar(page).visit(address);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Acme Ltd?' });
    await opened.expectAccessible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/suppliers$/);
    await tabBar(page).visit(address);
    await page.getByText('Record not found').waitFor();
    expect(opened.trouble.foreignRequests).toEqual([]);
  });

  it('has no form for a record that its declaration makes read-only, not even by URL', async () => {
    await tabBar(page).visit('/access/roleManagement');
    await page.getByRole('cell', { name: 'Owner', exact: true }).click();
    await page.waitForURL('**/access/roleManagement/*/show');
    const shown = page.url();
    await page.getByRole('heading', { name: 'Owner', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await tabBar(page).visit(new URL(shown).pathname.replace(/\/show$/, ''));
    await page.getByRole('alert').getByRole('heading', { name: '“Owner” can’t be edited' }).waitFor();
    await page.getByRole('alert').getByText('Yes').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await opened.expectAccessible();
    await page.getByRole('button', { name: 'View record' }).click();
    await page.waitForURL(shown);
  });
});
