import type { Picture } from './Picture.ts';

/** The console in test mode. */
export const TEST_MODE_PICTURES: readonly Picture[] = [
  {
    name: 'test-mode-dashboard',
    address: '/dashboard',
    show: ({ page, t }) => page.getByText(t('testMode.banner')).waitFor(),
  },
  {
    name: 'test-mode-account-menu',
    address: '/wallets',
    async show({ page, t, press }) {
      await press(t('shell.account'));
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'test-mode-recharge',
    address: '/recharge',
    show: ({ page, t }) => page.getByText(t('instructions.in_test')).waitFor(),
  },
  {
    name: 'try-it',
    address: '/personal/tryIt',
    show: ({ page, t }) => page.getByText(t('tryIt.nothing_sent')).waitFor(),
  },
  {
    name: 'try-it-sent',
    address: '/personal/tryIt',
    async show({ page, t, press }) {
      await page
        .getByRole('combobox', { name: /channel/ })
        .filter({ hasText: '(' })
        .waitFor();
      await press(t('tryIt.send'));
      await page.getByText(t('tryIt.notified')).waitFor({ timeout: 30_000 });
    },
  },
];
