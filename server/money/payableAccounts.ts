import { type RawBuilder, sql } from 'kysely';
import { formatInZone } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { accountOf } from '#server/db/tenants.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { ConflictError, type Message, ValidationError } from '#server/errors.ts';
import { cardHash } from './cardHash.ts';
import type { TenantSettings } from './tenant.ts';

/**
 * Decides which accounts can be paid. An account is its number: one that is saved as a payee or bank card waits or is
 * disabled with it, also if somebody enters the number.
 */
export interface PayableAccounts {
  /**
   * Returns why an account can't be paid now, or null if it can.
   * @param account keyed hash of its number (`cardHash`)
   */
  problemOf(account: string): Message | null;
}

interface AskedAccounts {
  merchantId: string;
  /** The user whose time zone errors use; null for merchants' servers, which get ISO 8601. */
  userId: string | null;
  /** Keyed hash of the only account to be checked; null for any. */
  account: string | null;
  at: Date;
  /** ID of a payee that doesn't wait, because the payment itself has saved it, unless it was changed since. */
  savedWith?: string | null;
}

interface SavedAccount {
  kind: 'payee' | 'card';
  id: string;
  name: string;
  /** Keyed hash of a payee's number; null for cards. */
  card_hash: string | null;
  /** Encrypted number of a card; null for payees. */
  card_number: string | null;
  status: 'enabled' | 'disabled';
  usable_at: Date;
  revision: number;
  zone: string | null;
}

/** Reads what is saved of the accounts, in one statement. Takes no lock. */
export async function payableAccounts(
  db: DbOrTx,
  cipher: Pick<Cipher, 'hash' | 'decrypt'>,
  { only_saved_payees: onlySaved }: Pick<TenantSettings, 'only_saved_payees'>,
  { merchantId, userId, account, at, savedWith = null }: AskedAccounts,
): Promise<PayableAccounts> {
  const isUnusable = sql<boolean>`(status = 'disabled' or usable_at > ${at})`;
  const isAsked = account === null ? sql<boolean>`true` : sql<boolean>`card_hash = ${account}`;
  // A bank card's hash is another one than a payee's, and old cards have none. There are few of them.
  const zone = await zoneOf(db, merchantId, userId);
  const { rows } = await sql<SavedAccount>`
    select a.*, ${zone} as zone from (
      select 'payee' as kind, id, name, card_hash, null as card_number, status, usable_at, revision from payees
      where merchant_id = ${merchantId} and ${isAsked} and (${onlySaved} or ${isUnusable})
      union all
      select 'card', id, name, null, card_number, status, usable_at, revision from bankcards
      where merchant_id = ${merchantId} and ${isUnusable}
    ) a`.execute(db);
  const problems = new Map<string, Message>();
  const usable = new Set<string>();
  for (const saved of rows) {
    const hash = saved.card_hash ?? cardHash(cipher, merchantId, cipher.decrypt(saved.card_number ?? ''));
    const problem = problemOfSaved(saved, at);
    const isItsOwn = saved.id === savedWith && saved.revision === 1 && saved.status === 'enabled';
    if (!problem) usable.add(hash);
    // The number may be saved twice, as a payee and as a card.
    else if (!isItsOwn && !problems.has(hash)) problems.set(hash, problem);
  }
  const unsaved = onlySaved ? { key: 'account_not_saved' } : null;
  return { problemOf: (hash) => problems.get(hash) ?? (usable.has(hash) ? null : unsaved) };
}

/**
 * Like `payableAccounts`, of one account.
 * @param field of the form that has the account, or null if none has
 * @throws {ValidationError} on `field`, or a ConflictError without one, if the account can't be paid now
 */
export async function assertPayable(
  db: DbOrTx,
  cipher: Pick<Cipher, 'hash' | 'decrypt'>,
  tenant: Pick<TenantSettings, 'only_saved_payees'>,
  asked: AskedAccounts & { account: string },
  field: string | null,
): Promise<void> {
  const problem = (await payableAccounts(db, cipher, tenant, asked)).problemOf(asked.account);
  if (!problem) return;
  throw field === null
    ? new ConflictError({ id: problem.key, args: problem.args ?? {} })
    : new ValidationError({ [field]: problem });
}

function problemOfSaved({ kind, name, status, usable_at, zone }: SavedAccount, at: Date): Message | null {
  if (status === 'disabled') return { key: `account_${kind}_disabled`, args: { name } };
  if (usable_at <= at) return null;
  const until = zone === null ? usable_at.toISOString() : formatInZone(usable_at, zone);
  return { key: `account_${kind}_waiting`, args: { name, until } };
}

/** Time zone of a user's console, for a statement about this merchant; null without a user. */
async function zoneOf(db: DbOrTx, merchantId: string, userId: string | null): Promise<RawBuilder<string | null>> {
  if (userId === null) return sql<null>`null::text`;
  const account = await accountOf(db, merchantId);
  const zone = sql<string>`coalesce(
    (select time_zone from users where merchant_id = ${account} and id = ${userId}),
    (select time_zone from merchants where merchant_id = ${account}))`;
  if (account === merchantId) return zone;
  // Of a test side, because a statement names one tenant.
  const { rows } = await sql<{ zone: string | null }>`select ${zone} as zone`.execute(db);
  return sql`${rows[0]?.zone ?? null}::text`;
}
