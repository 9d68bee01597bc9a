import type { Page, Route } from 'playwright-core';
import { z } from 'zod';
import { dashboard, type SetupStep } from '#shared/contract/dashboard.ts';
import type { Picture } from './Picture.ts';

const HOME = '**/prod-api/home-info?*';

/** Waits until the dashboard shows its figures, chart and rates. */
export async function homeRead(page: Page): Promise<void> {
  await page.locator('main section').first().waitFor();
  await page.locator('main .MuiSkeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** The setup steps of a merchant. */
const STEPS: readonly SetupStep[] = ['pay_password', 'base_info', 'signing_key', 'bankcard', 'colleague', 'order'];

/** Replaces the response by that of a merchant's first day. */
async function firstDay(route: Route): Promise<void> {
  const answer = await route.fetch();
  const { data, ...envelope } = z.looseObject({ data: dashboard.data }).parse(await answer.json());
  const setup = STEPS.map((step) => ({ step, is_done: step === 'signing_key' }));
  const nothing = { count: 0, open_count: 0, success_count: 0, success_rate: null, amount: '0', fee: '0' };
  const emptied = (data.orders?.currencies ?? []).map((currency) => ({
    ...currency,
    figures: nothing,
    figures_before: nothing,
    data_since: null,
    by_channel: [],
    by_status: currency.by_status.map((one) => ({ ...one, count: 0, amount: '0' })),
  }));
  await route.fulfill({ json: { ...envelope, data: { ...data, setup, orders: { currencies: emptied, latest: [] } } } });
}

async function again(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(HOME, answer);
  await page.reload();
}

export const DASHBOARD_PICTURES: readonly Picture[] = [
  { name: 'dashboard', address: '/dashboard', show: ({ page }) => homeRead(page) },
  { name: 'dashboard-month', address: '/dashboard?range=month', show: ({ page }) => homeRead(page) },
  {
    name: 'dashboard-own-dates',
    address: '/dashboard?from=2026-01-01&to=2026-11-20',
    show: ({ page }) => homeRead(page),
  },
  {
    name: 'dashboard-table',
    address: '/dashboard?range=30d',
    show: async ({ page, press, t }) => {
      await homeRead(page);
      await press(t('charts.table'));
      await page
        .getByRole('button', { name: /^\d{4}-/ })
        .first()
        .click();
    },
  },
  {
    name: 'dashboard-first-day',
    address: '/dashboard',
    show: async ({ page }) => {
      await again(page, firstDay);
      await homeRead(page);
    },
  },
  {
    name: 'dashboard-failed',
    address: '/dashboard',
    show: async ({ page, t }) => {
      await again(page, (route) =>
        route.fulfill({ status: 500, json: { code: 500, msg: 'Internal error', data: null } }),
      );
      await page.getByRole('button', { name: t('list.retry') }).waitFor();
    },
  },
  {
    name: 'dashboard-loading',
    address: '/dashboard',
    show: async ({ page }) => {
      await again(page, () => new Promise(() => {}));
      await page.locator('main .MuiSkeleton-root').first().waitFor();
    },
  },
];
