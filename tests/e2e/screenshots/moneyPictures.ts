import type { Page } from 'playwright-core';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openFirst, rows } from './consolePictures.ts';
import { homeRead } from './dashboardPictures.ts';
import type { Picture, Stage } from './Picture.ts';

const FILE = `payee_name,card_number,bank_name,amount,remark
王伟,6222021234567890128,工商银行,100.00,工资
李娜,62220212,建设银行,-5,
Ana García,6222021234567890128,Banco,100.00,
,12,Banco,20,`;

const amount = ({ page, t }: Stage, kind: string) => page.getByLabel(t(`moneyForms.${kind}.amount`)).first();
const figures = (page: Page) => page.locator('main dl').first().waitFor();
const password = ({ page, t }: Stage) => page.getByLabel(t('actions.pay_password')).first();

async function typed(stage: Stage, kind: string, value: string): Promise<void> {
  await amount(stage, kind).fill(value);
  await amount(stage, kind).blur();
  await figures(stage.page);
}

async function reviewed(stage: Stage): Promise<void> {
  await typed(stage, 'withdraw', '1234.5');
  await stage.press(stage.t('actions.review'));
  await password(stage).waitFor();
}

const list = (name: string, address: string): Picture => ({ name, address, show: ({ page }) => rows(page) });
const record = (name: string, address: string): Picture => ({ name, address, show: ({ page }) => openFirst(page) });

const having = (status: string) => `?filter=${encodeURIComponent(JSON.stringify({ status: [status] }))}`;

const ofType = (type: string) => `?filter=${encodeURIComponent(JSON.stringify({ type }))}`;

/** The dialog of an action on the first record of a list, with its facts. */
const decision = (name: string, address: string, action: string): Picture => ({
  name,
  address,
  show: async ({ page, t, press }) => {
    await openFirst(page);
    await press(t(`resources.${action}`));
    await page.getByRole('dialog').getByRole('definition').last().waitFor();
  },
});

/** Lets the server's responses say that the user has no payment password. */
async function withoutPassword({ page }: Stage): Promise<void> {
  for (const [call, changed] of [
    ['**/user/info*', { pay_password: 'unset' }],
    ['**/own-passwords', { has_pay_password: false }],
  ] as const) {
    await page.route(call, async (route) => {
      const answer = await route.fetch();
      const { data, ...envelope } = z.looseObject({ data: z.looseObject({}) }).parse(await answer.json());
      await route.fulfill({ json: { ...envelope, data: { ...data, ...changed } } });
    });
  }
  await page.reload();
}

/** Pages that show or move money. */
export const MONEY_PICTURES: readonly Picture[] = [
  { name: 'wallets', address: '/wallets', show: ({ page }) => rows(page) },
  {
    name: 'wallet-proof',
    address: '/wallets',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: new RegExp(`^${t('wallets.figures.available')}`) }).click();
      await page.getByRole('dialog').getByRole('row').nth(3).waitFor();
    },
  },
  { name: 'recharge', address: '/recharge', show: (stage) => typed(stage, 'recharge', '5000') },
  { name: 'withdraw-empty', address: '/withdraw', show: (stage) => amount(stage, 'withdraw').waitFor() },
  { name: 'statement', address: '/statement', show: ({ page }) => page.getByRole('article').waitFor() },
  {
    name: 'statement-download',
    address: '/statement',
    show: async ({ page, t }) => {
      await page.getByRole('article').waitFor();
      await page.getByRole('button', { name: t('statement.other_files') }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'withdraw', address: '/withdraw', show: (stage) => typed(stage, 'withdraw', '1234.5') },
  {
    name: 'withdraw-short',
    address: '/withdraw',
    show: (stage) => typed(stage, 'withdraw', '900000'),
  },
  { name: 'withdraw-review', address: '/withdraw', show: reviewed },
  {
    name: 'withdraw-no-password',
    address: '/withdraw',
    show: async (stage) => {
      await withoutPassword(stage);
      await reviewed(stage);
    },
  },
  {
    name: 'key-no-password',
    address: '/personal/basicInformation',
    show: async (stage) => {
      await withoutPassword(stage);
      await stage.press(stage.t('basicInfo.replace'));
      await password(stage).waitFor();
    },
  },
  {
    name: 'withdraw-refused',
    address: '/withdraw',
    show: async (stage) => {
      await reviewed(stage);
      await stage.page.route('**/prod-api/withdrawals', (route) => route.abort());
      await password(stage).fill(DEMO_PAY_PASSWORD);
      await password(stage).press('Enter');
      await stage.page.locator('main [role=alert]:not(:empty)').first().waitFor();
    },
  },
  {
    name: 'withdraw-result',
    address: '/applywithdraw',
    show: async ({ page, t }) => {
      await openFirst(page);
      const id = /([\w-]{36})\/show/.exec(page.url())?.[1];
      await page.goto(new URL(`/withdraw?result=${id}`, page.url()).href);
      await page.getByText(t('moneyForms.to_record')).waitFor();
    },
  },
  { name: 'payment', address: '/payment', show: (stage) => typed(stage, 'payment', '250') },
  list('withdrawals', '/applywithdraw'),
  record('withdrawal', '/applywithdraw'),
  list('deposits', '/applyrecharge'),
  record('deposit', '/applyrecharge'),
  record('deposit-pending', `/applyrecharge${having('pending_payment')}`),
  {
    name: 'recharge-result',
    address: `/applyrecharge${having('pending_payment')}`,
    show: async ({ page, t }) => {
      await openFirst(page);
      const id = /([\w-]{36})\/show/.exec(page.url())?.[1];
      await page.goto(new URL(`/recharge?result=${id}`, page.url()).href);
      await page.getByText(t('moneyForms.to_record')).waitFor();
    },
  },
  list('payment-requests', '/applypayment'),
  record('payment-request', '/applypayment'),
  list('payouts', '/paymentOrder'),
  record('payout', '/paymentOrder'),
  decision('payout-again', `/paymentOrder${having('failed')}`, 'payouts.actions.pay_again'),
  list('refunds', '/refunds'),
  record('refund', '/refunds'),
  list('webhook-notifications', '/webhookNotifications'),
  {
    name: 'webhook-resend',
    address: `/webhookNotifications${having('failed')}`,
    lacks: 'phone',
    show: async ({ page, t }) => {
      await rows(page);
      for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').check();
      await page.getByRole('button', { name: t('resources.webhook_notifications.actions.resend') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'order-refund',
    address: `/orderList${having('success')}`,
    show: async ({ page, t }) => {
      await openFirst(page);
      await page.getByRole('button', { name: t('resources.orders.actions.refund'), exact: true }).click();
      await page.getByRole('dialog').getByText(t('fields.payer_amount')).waitFor();
    },
  },
  list('payees', '/payees'),
  record('payee', '/payees'),
  list('bankcards', '/bankcard'),
  record('bankcard', '/bankcard'),
  {
    name: 'bankcard-new',
    address: '/bankcard/create',
    show: ({ page, t }) => page.getByRole('button', { name: t('form.save') }).waitFor(),
  },
  {
    name: 'bankcard-reveal',
    address: '/bankcard',
    show: async ({ page, t }) => {
      await openFirst(page);
      const [words = ''] = t('record.reveal', { field: '' }).split(':');
      await page
        .getByRole('button', { name: new RegExp(words.trim()) })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  list('batches', '/batchtransfer'),
  decision('batch-submit', `/batchtransfer${having('draft')}`, 'batch_transfers.actions.submit'),
  {
    name: 'batch',
    address: '/batchtransfer',
    show: async ({ page }) => {
      await rows(page);
      await page.locator('main tbody a').first().click();
      await page.waitForURL(/show$/);
      await page.locator('main table tbody tr').first().waitFor();
    },
  },
  {
    name: 'batch-wrong',
    address: '/batchtransfer',
    show: async ({ page }) => {
      await rows(page);
      const buffer = Buffer.from(FILE + '\n'.repeat(Math.floor(Math.random() * 1000)));
      await page.setInputFiles('input[type=file]', { name: 'wages.csv', mimeType: 'text/csv', buffer });
      await page.waitForURL(/batchtransferDetail/);
      // The list of batches is still rendered behind it.
      await page.getByRole('main').getByText('Ana García').first().waitFor();
    },
  },
];

/** Pages for the platform's operators only. */
export const PLATFORM_PICTURES: readonly Picture[] = [
  { name: 'platform-dashboard', address: '/dashboard', show: ({ page }) => homeRead(page) },
  { name: 'platform-dashboard-month', address: '/dashboard?range=month', show: ({ page }) => homeRead(page) },
  list('deposit-reviews', '/review/depositReviews'),
  record('deposit-review', '/review/depositReviews'),
  decision('deposit-review-pass', `/review/depositReviews${having('pending_payment')}`, 'deposit_reviews.actions.pass'),
  record('deposit-review-pending', `/review/depositReviews${having('pending_payment')}`),
  list('withdrawal-reviews', '/review/withdrawalReviews'),
  record('withdrawal-review', '/review/withdrawalReviews'),
  decision(
    'withdrawal-review-approve',
    `/review/withdrawalReviews${having('pending')}`,
    'withdrawal_reviews.actions.approve',
  ),
  list('adjustments', '/review/adjustments'),
  list('merchants', '/platform/merchants'),
  record('merchant', '/platform/merchants'),
  list('platform-channels', '/platform/channels'),
  record('platform-channel', '/platform/channels'),
  record('platform-channel-deposit', `/platform/channels${ofType('deposit')}`),
  {
    name: 'platform-channel-form',
    address: `/platform/channels${ofType('deposit')}`,
    show: async ({ page, t }) => {
      await openFirst(page);
      await page.goto(page.url().replace(/\/show.*/, ''));
      await page.getByLabel(t('fields.account_number')).waitFor();
    },
  },
  list('merchant-rates', '/platform/merchantRates'),
  list('platform-orders', '/orderList'),
  record('platform-order', '/orderList'),
  list('platform-payouts', '/paymentOrder'),
  record('platform-payout', '/paymentOrder'),
  list('platform-refunds', '/refunds'),
  list('merchant-users', '/platform/merchantUsers'),
  list('merchant-sessions', '/platform/merchantSessions'),
];
