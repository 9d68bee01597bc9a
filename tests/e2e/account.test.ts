import { describe, it } from 'vitest';
import { notify } from '#server/modules/notifications/service.ts';
import { openedAccount } from './openedAccount.ts';

describe('the user’s own account', () => {
  const account = openedAccount();
  const { press } = account;

  it('a new notification appears, is announced, and opens its record', async () => {
    const { kysely, transaction } = account.console.world.db;
    const deposit = await kysely
      .selectFrom('deposits as d')
      .innerJoin('users as u', 'u.merchant_id', 'd.merchant_id')
      .where('u.username', '=', 'demo')
      .where('d.status', '=', 'pass')
      .select(['d.merchant_id', 'd.id', 'd.deposit_no', 'd.amount', 'd.currency', 'u.id as user_id'])
      .executeTakeFirstOrThrow();
    // Only notifications after the first response count as new.
    const firstAnswer = account.page.waitForResponse(/notifications\/unread/);
    await account.page.reload();
    await firstAnswer;
    await account.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    const about = { resource: 'deposits', record_id: deposit.id, number: deposit.deposit_no, status: 'pass' };
    await transaction((tx) =>
      notify(tx, {
        merchantId: deposit.merchant_id,
        userIds: [deposit.user_id],
        kind: 'deposit_decided',
        data: { ...about, amount: deposit.amount.toString(), currency: deposit.currency },
        at: account.console.world.clock.now(),
      }),
    );
    // Also refetched on navigation.
    await press('Account');
    await account.page.getByRole('menuitem', { name: 'My account' }).click();
    await account.page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
    const sentence = new RegExp(`Your deposit ${deposit.deposit_no} for .* was credited to your balance`);
    await account.page.getByRole('status').filter({ hasText: sentence }).waitFor({ state: 'attached' });
    await press('Notifications, 1 unread');
    const panel = account.page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByText(sentence).waitFor();
    await account.opened.expectAccessible();
    await panel.getByText(sentence).click();
    await account.page.waitForURL(new RegExp(`/${deposit.id}/show$`));
    await account.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });
});
