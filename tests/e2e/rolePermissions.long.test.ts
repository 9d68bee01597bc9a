import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('a role’s permissions', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/access/roleManagement', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const item = (name: string | RegExp) => page.getByRole('treeitem', { name }).first();
  const dialog = () => page.getByRole('dialog');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node') ?? '');

  it('are selected by keyboard, along with those that they require', async () => {
    await page.getByText('Support', { exact: true }).click();
    await button('Permissions').click();
    await item(/^Finance/).focus();
    for (const key of [...Array.from({ length: 3 }, () => 'ArrowDown'), 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    expect(await focused()).toBe('bankcards.list');
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await page.getByText(/^Also selected: /).waitFor();
    expect(await item(/^Bank cards/).getAttribute('aria-checked')).toBe('mixed');
    expect(await item(/^Bank cards/).innerText()).toMatch(/[23] of 9/);
    await opened.expectAccessible();
  });

  it('keep their selection during a search', async () => {
    await page.getByLabel('Find a permission').fill('collection');
    await item(/^Wallet/).waitFor({ state: 'detached' });
    await page
      .getByText(/permissions? found/)
      .first()
      .waitFor();
    await page.getByLabel('Find a permission').fill('');
    expect(await item(/^Bank cards/).getAttribute('aria-checked')).toBe('mixed');
  });

  it('are saved after the differences have been shown', async () => {
    await button('Review changes').click();
    await dialog().getByText('Finance › Bank cards').waitFor();
    await dialog()
      .getByText(/Takes effect immediately for 0 users/)
      .waitFor();
    await opened.expectAccessible();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Permissions of “Support” saved/).waitFor();
    await button('Review changes').waitFor({ state: 'detached' });
  });

  it('show another user’s changes to them, and keep both changes', async () => {
    await item(/^Sub-merchants /)
      .locator('[data-box]')
      .click();
    const { kysely } = console.world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Support').selectAll().executeTakeFirstOrThrow();
    const { merchant_id, id: role_id, revision } = role;
    await kysely.insertInto('role_permissions').values({ merchant_id, role_id, permission: 'ledgers.list' }).execute();
    await kysely
      .updateTable('roles')
      .set({ revision: revision + 1 })
      .where('id', '=', role_id)
      .execute();
    await button('Review changes').click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Finance › Wallet').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await opened.expectAccessible();
    await button('Apply my changes on top').click();
    await button('Review changes').click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await button('Review changes').waitFor({ state: 'detached' });
    expect(await item(/^Wallet/).getAttribute('aria-checked')).toBe('mixed');
    expect(await item(/^Sub-merchants /).getAttribute('aria-checked')).toBe('true');
  });

  it('can be previewed: the console is shown as the role’s users see it, read-only', async () => {
    await button('View as this role').click();
    await page.getByText('You’re viewing the console as Support.').waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Orders', { exact: true }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main menu' }).getByText('Access management').count()).toBe(0);
    await opened.expectAccessibleInBoth();
    await button('Exit preview').click();
    await page.getByText('You’re viewing the console as').waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Access management').waitFor();
    expect(opened.trouble).toEqual({
      console: [expect.stringContaining('409')],
      failedRequests: [],
      foreignRequests: [],
    });
  });

  it('are the first step of creating a role, before its record', async () => {
    await tabBar(page).visit('/access/roleManagement/create');
    await page.getByLabel('Name').fill('Bookkeeping');
    await page.getByLabel('Description').fill('Sees the money, moves none');
    await button('Save').click();
    await page.getByRole('heading', { name: /Bookkeeping/ }).waitFor();
    await item(/^Finance/).waitFor();
    await page.goBack();
    await page.getByText('Assigned to').waitFor();
  });

  it('are explained by the role’s description when a user is invited', async () => {
    await tabBar(page).visit('/access/authuser');
    await button('Invite user').click();
    await dialog().getByText('Sees the money, moves none').waitFor();
  });
});
