import { millisecondsInWeek } from 'date-fns/constants';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { paidBefore } from '#server/money/paidBefore.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';

/** What somebody does who has taken over an account, and what is done for somebody who was locked out. */
const SIGN_IN_CHANGES = [
  'users.change_login_password',
  'users.change_pay_password',
  'users.set_pay_password',
  'users.reset_password',
  'users.reset_totp',
  'users.use_recovery_code',
  'users.enrol',
];

/**
 * What an operator goes by while a withdrawal waits: what the merchant has left, how old the card is and what it got
 * before, who asked, and when that person's passwords or authenticator last changed.
 */
export async function withdrawalFacts({ kysely }: Db, { id, status, tenant_id }: WireRecord) {
  if (status !== 'pending' && status !== 'processing') return {};
  const merchantId = plainText(tenant_id);
  const request = await kysely
    .selectFrom('withdrawals as w')
    .leftJoin('bankcards as c', (join) =>
      join.onRef('c.merchant_id', '=', 'w.merchant_id').onRef('c.id', '=', 'w.bankcard_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.merchant_id', '=', 'w.merchant_id').onRef('u.id', '=', 'w.creator_id'),
    )
    .where('w.merchant_id', '=', merchantId)
    .where('w.id', '=', id)
    .select(['w.amount', 'w.currency', 'w.bankcard_id', 'w.creator_id', 'w.created_at'])
    .select(['c.created_at as card_added_at', 'c.usable_at as card_usable_at', 'u.username', 'u.real_name'])
    .executeTakeFirstOrThrow();
  const { amount, currency, bankcard_id, creator_id, card_added_at, card_usable_at, username, real_name } = request;
  const [before, available, changed] = await Promise.all([
    paidBefore(kysely, 'withdrawals', { merchantId, amount, currency }, sql`bankcard_id = ${bankcard_id}`),
    readAvailable(kysely, merchantId, currency),
    kysely
      .selectFrom('audit_logs')
      .where('merchant_id', '=', merchantId)
      .where('resource', '=', 'users')
      .where('record_id', '=', creator_id)
      .where('action', 'in', SIGN_IN_CHANGES)
      .select((select) => select.fn.max('at').as('at'))
      .executeTakeFirst(),
  ]);
  // A change of the card or of the requester's sign-in is worth a look for a week.
  const recent = request.created_at.getTime() - millisecondsInWeek;
  const isRecent = (time: Date | null | undefined) => (time?.getTime() ?? 0) > recent;
  return {
    ...before,
    available: available.toString(),
    // Null for somebody whose user is not there any more.
    requested_by: real_name === null ? username : `${real_name} (${username})`,
    card_added_at: card_added_at?.toISOString() ?? null,
    // A card can be withdrawn to some hours after it was added or changed; a removed one says nothing.
    card_standing: card_added_at && (isRecent(card_added_at) || isRecent(card_usable_at) ? 'new' : 'known'),
    sign_in_changed_at: changed?.at?.toISOString() ?? null,
    sign_in_standing: username === null ? null : isRecent(changed?.at) ? 'changed' : 'unchanged',
  };
}
