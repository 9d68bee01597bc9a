import type { Page } from 'playwright-core';
import { DASHBOARD_PICTURES } from './dashboardPictures.ts';
import type { Picture } from './Picture.ts';

const orders = (filter: object) => `/orderList?filter=${encodeURIComponent(JSON.stringify(filter))}`;
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
export const rows = (page: Page) => page.locator('main table[aria-busy=false] tbody tr').first().waitFor();

export async function openFirst(page: Page): Promise<void> {
  await rows(page);
  await page.locator('main tbody a').first().click();
  await page.locator('main dl').first().waitFor();
}

async function failUnseen(page: Page): Promise<void> {
  await page.evaluate(() => {
    setTimeout(() => void Promise.reject(new Error('Nobody waited for this')), 0);
  });
}

/** Pages that the menu leads to. */
export const PAGE_PICTURES: readonly Picture[] = [
  ...DASHBOARD_PICTURES,
  { name: 'orders', address: '/orderList', show: ({ page }) => rows(page) },
  {
    name: 'orders-failed',
    address: orders({ status: ['failed'], amount_gte: '50000' }),
    show: ({ page }) => rows(page),
  },
  {
    name: 'orders-none',
    address: orders({ q: 'nothing like this' }),
    show: ({ page, t }) => page.getByText(t('list.no_results_title')).waitFor(),
  },
  {
    name: 'orders-unreachable',
    address: '/dashboard',
    show: async ({ page, t }) => {
      await page.route('**/prod-api/orders?**', (route) => route.abort());
      await page.goto(new URL('/orderList', page.url()).href);
      await page.getByRole('button', { name: t('list.retry') }).waitFor();
    },
  },
  {
    name: 'filter-open',
    address: '/orderList',
    show: async ({ page }) => {
      await rows(page);
      await page.getByRole('group').getByRole('combobox').last().click();
      await page.getByRole('dialog').or(page.getByRole('listbox')).waitFor();
    },
  },
  {
    name: 'selected',
    address: '/orderList',
    lacks: 'phone',
    show: async ({ page }) => {
      await rows(page);
      for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').check();
    },
  },
  { name: 'order', address: '/orderList', show: ({ page }) => openFirst(page) },
  {
    name: 'form',
    address: '/access/menuList/create',
    show: ({ page, t }) => page.getByRole('button', { name: t('form.save') }).waitFor(),
  },
  {
    name: 'form-wrong',
    address: '/access/menuList/create',
    show: async ({ page, press, t }) => {
      await press(t('form.save'));
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'channels', address: '/personal/channelInformation', show: ({ page }) => rows(page) },
  { name: 'not-found', address: '/404', show: ({ page }) => page.getByRole('heading').first().waitFor() },
  { name: 'refused', address: '/401', show: ({ page }) => page.getByRole('heading').first().waitFor() },
];

/** Pop-ups, dialogs and notices over and around a page. */
export const SHELL_PICTURES: readonly Picture[] = [
  {
    name: 'settings',
    address: '/orderList',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('shell.settings'));
      await page.getByRole('dialog').getByRole('switch').first().waitFor();
    },
  },
  {
    name: 'palette',
    address: '/orderList',
    show: async ({ page, t }) => {
      await rows(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type(t('menu.orderList'));
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'menu-search',
    address: '/orderList',
    lacks: 'phone',
    show: async ({ page, press, t }) => {
      await press(t('shell.search_menu'));
      await page.getByRole('combobox', { name: t('shell.search_menu') }).waitFor();
      await page.keyboard.type(t('menu.orderList'));
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'account',
    address: '/orderList',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('shell.account'));
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'tab-menu',
    address: '/orderList',
    show: async ({ page, press, t }) => {
      await openFirst(page);
      await press(t('shell.page_actions'));
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'error-log',
    address: '/dashboard',
    lacks: 'phone',
    show: async ({ page, press, t }) => {
      await heading(page);
      await failUnseen(page);
      await press(t('shell.error_log'));
      await page.getByRole('dialog').getByText('Nobody waited').first().waitFor();
    },
  },
  {
    name: 'sidebar',
    address: '/orderList',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('shell.toggle_sidebar'));
    },
  },
  {
    name: 'offline',
    address: '/orderList',
    show: async ({ page, t }) => {
      await rows(page);
      await page.context().setOffline(true);
      await page.getByText(t('shell.offline')).waitFor();
    },
  },
  // The last one, because it fakes the clock of all later pages.
  {
    name: 'idle',
    address: '/orderList',
    show: async ({ page }) => {
      await page.clock.install();
      await page.reload();
      await rows(page);
      await page.clock.fastForward('14:05');
      await page.getByRole('dialog').waitFor();
    },
  },
];
