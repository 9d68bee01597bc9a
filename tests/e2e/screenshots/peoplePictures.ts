import type { Page } from 'playwright-core';
import { openFirst, rows } from './consolePictures.ts';
import type { Picture } from './Picture.ts';

const tree = (page: Page) => page.getByRole('main').getByRole('treeitem').nth(2).waitFor();

/** Pages for managing users, their permissions and the menu. */
export const PEOPLE_PICTURES: readonly Picture[] = [
  { name: 'users', address: '/access/authuser', show: ({ page }) => rows(page) },
  { name: 'user', address: '/access/authuser', show: ({ page }) => openFirst(page) },
  {
    name: 'user-invite',
    address: '/access/authuser',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('resources.users.actions.invite'));
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  { name: 'roles', address: '/access/roleManagement', show: ({ page }) => rows(page) },
  {
    name: 'role-permissions',
    address: '/access/roleManagement',
    show: async ({ page, t }) => {
      await rows(page);
      await page.locator('main :is(tr, li)').filter({ hasText: 'Reviewer' }).getByRole('button').last().click();
      await page.getByRole('menuitem', { name: t('resources.roles.actions.permissions') }).click();
      await tree(page);
    },
  },
  {
    name: 'menu-tree',
    address: '/access/menuList',
    show: ({ page }) => page.getByRole('main').getByRole('listitem').nth(3).waitFor(),
  },
  {
    name: 'edit-menu',
    address: '/editMenu',
    show: ({ page, t }) => page.getByRole('button', { name: t('form.save') }).waitFor(),
  },
  {
    name: 'login-password',
    address: '/personal/loginPassword',
    show: ({ page }) => page.locator('main input[type=password]').nth(1).waitFor(),
  },
  {
    name: 'pay-password',
    address: '/personal/payPassword',
    show: ({ page }) => page.locator('main input[type=password]').nth(1).waitFor(),
  },
  {
    name: 'basic-information',
    address: '/personal/basicInformation',
    show: ({ page }) => page.getByRole('main').getByText('M100001').waitFor(),
  },
  {
    name: 'own-account',
    address: '/account',
    show: ({ page }) => page.getByRole('main').locator('h2').nth(3).waitFor(),
  },
  { name: 'submerchants', address: '/submercList', show: ({ page }) => rows(page) },
  {
    name: 'submerchant-new',
    address: '/submercList',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('resources.submerchants.actions.invite'));
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  { name: 'submerchant', address: '/submercList', show: ({ page }) => openFirst(page) },
  {
    name: 'statistics',
    address: '/submercStatic',
    show: async ({ page }) => {
      await page.getByRole('main').locator('svg .MuiBarElement-root, svg .MuiLineElement-root').first().waitFor();
      await rows(page);
    },
  },
  {
    name: 'inbox',
    address: '/dashboard',
    show: async ({ page, t }) => {
      // Not exact, because the name ends with the number of new notifications.
      await page.getByRole('button', { name: t('shell.notifications') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'signing-keys', address: '/personal/signingKeys', show: ({ page }) => rows(page) },
  { name: 'signing-key', address: '/personal/signingKeys', show: ({ page }) => openFirst(page) },
  {
    name: 'signing-key-new',
    address: '/personal/signingKeys',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('resources.signing_keys.actions.add'));
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  { name: 'webhook-endpoints', address: '/personal/webhookEndpoints', show: ({ page }) => rows(page) },
  { name: 'webhook-endpoint', address: '/personal/webhookEndpoints', show: ({ page }) => openFirst(page) },
  {
    name: 'webhook-endpoint-new',
    address: '/personal/webhookEndpoints',
    show: async ({ page, press, t }) => {
      await rows(page);
      await press(t('resources.webhook_endpoints.actions.add'));
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  { name: 'api-calls', address: '/personal/apiCalls', show: ({ page }) => rows(page) },
  {
    name: 'api-call',
    address: '/personal/apiCalls?filter=%7B%22result%22%3A%5B%22rejected%22%5D%7D',
    show: async ({ page }) => {
      await rows(page);
      await page.getByRole('row').nth(1).click();
    },
  },
  { name: 'audit-logs', address: '/access/auditLogs', show: ({ page }) => rows(page) },
  { name: 'audit-log', address: '/access/auditLogs', show: ({ page }) => openFirst(page) },
  { name: 'sessions', address: '/access/sessions', show: ({ page }) => rows(page) },
];
