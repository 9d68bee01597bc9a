import { sql } from 'kysely';
import type { MoneyCard, MoneyChannel, MoneyForm, MoneyQuote } from '#shared/contract/moneyForms.ts';
import { assertPower, waitEnd } from '#server/access/powers.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { approvalOf, shownApproval } from '#server/money/approvals.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { assertChecker } from '#server/money/checkers.ts';
import { lacksOf, openChannels, shownTerms, type Channel } from '#server/money/openChannel.ts';
import { assertPayable } from '#server/money/payableAccounts.ts';
import { type Charge, checkCovered, heldCharge, termsOf, type Move } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import { enabledPayeeOf } from '../payees/service.ts';

interface Asking {
  merchantId: string;
  userId: string;
  type: 'deposit' | 'withdrawal' | 'payout';
  at: Date;
}

type Asked = Omit<Asking, 'type'>;

/** Choices of a money form before an amount is entered. */
export async function moneyForm(db: DbOrTx, { merchantId, userId, type, at }: Asking): Promise<MoneyForm> {
  const tenant = await tenantSettings(db, merchantId);
  const open = await openChannels(db, merchantId, type);
  const lacks = open.length > 0 ? null : await lacksOf(db, merchantId, type);
  const waitEnds = type === 'deposit' ? null : await waitEnd(db, { merchantId, userId }, 'pay', at);
  return {
    channels: await channelsWithBalance(db, merchantId, open),
    is_connected: lacks?.adapter !== true,
    has_account: lacks?.account !== true,
    cards: type === 'withdrawal' ? await cards(db, merchantId, at) : [],
    approval_threshold: type === 'payout' ? tenant.approval_threshold.toString() : null,
    power_from: waitEnds?.toISOString() ?? null,
    last_channel_id: type === 'withdrawal' ? null : await lastChannel(db, REQUESTS[type], { merchantId, userId }),
  };
}

const REQUESTS = { deposit: 'deposits', payout: 'payment_requests' } as const;

/** Number of the tenant's latest requests in which the user's own is looked for. */
const LATEST = 100;

async function lastChannel(
  db: DbOrTx,
  table: (typeof REQUESTS)[keyof typeof REQUESTS],
  { merchantId, userId }: Pick<Asking, 'merchantId' | 'userId'>,
): Promise<string | null> {
  const { rows } = await sql<{ channel_id: string }>`
    select channel_id from (
      select * from ${sql.table(table)} where merchant_id = ${merchantId}
      order by created_at desc, id desc limit ${LATEST}) latest
    order by coalesce(creator_id = ${userId}, false) desc, created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.channel_id ?? null;
}

/** Several channels may share a wallet. */
async function channelsWithBalance(
  db: DbOrTx,
  merchantId: string,
  channels: readonly Channel[],
): Promise<MoneyChannel[]> {
  const balances = new Map<string, bigint>();
  for (const currency of new Set(channels.map((channel) => channel.currency))) {
    balances.set(currency, await readAvailable(db, merchantId, currency));
  }
  return channels.map((channel) => ({
    id: channel.id,
    name: channel.name,
    ...shownTerms(channel),
    available: (balances.get(channel.currency) ?? 0n).toString(),
    ...(channel.type === 'deposit' && { instructions: shownInstructions(channel) }),
  }));
}

/** Null on a test side, whose channels have none. */
function shownInstructions({ bank_name, account_holder, account_number, branch_name, reference }: Channel) {
  if (bank_name === null || account_holder === null || account_number === null) return null;
  return { bank_name, account_holder, account_number, branch_name, reference };
}

/** All cards of the tenant, including unusable ones so that none seems missing, default card first. */
async function cards(db: DbOrTx, merchantId: string, at: Date): Promise<MoneyCard[]> {
  const rows = await db
    .selectFrom('bankcards')
    .where('merchant_id', '=', merchantId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .select(['id', 'name', 'bank_name', 'branch_name', 'card_number_masked', 'is_default', 'status', 'usable_at'])
    .execute();
  return rows.map(({ card_number_masked: card_number, status, usable_at, ...card }) => ({
    ...card,
    card_number,
    state: status === 'disabled' ? 'disabled' : usable_at > at ? 'cooling_off' : 'usable',
    usable_at: usable_at.toISOString(),
  }));
}

/**
 * The current cost of a move, and whether a payment needs approval. Locks and writes nothing; the request itself
 * validates everything again.
 * @param account keyed hash of the payee's number; '' for other moves and while it isn't known
 * @throws {ValidationError} like the request; with the quote if only the balance is too low
 */
export async function quote(
  db: DbOrTx,
  { merchantId, userId, at }: Asked,
  move: Move,
  account = '',
): Promise<MoneyQuote> {
  const { tenant, channel, charge } = await termsOf(db, merchantId, move);
  const maker = { merchantId, makerId: userId, currency: charge.currency };
  const outflow = { account, amount: move.amount };
  const approval = move.type === 'payout' ? await approvalOf(db, maker, outflow, tenant, at) : null;
  const available = await readAvailable(db, merchantId, charge.currency);
  const isIn = move.type === 'deposit';
  const quoted: MoneyQuote = {
    ...shownTerms(channel),
    ...shownCharge(charge),
    available: available.toString(),
    available_after: (isIn ? available + charge.arrival_amount : available - charge.debit_amount).toString(),
    needs_approval: approval !== null,
    approval: approval && shownApproval(approval),
  };
  if (!isIn) checkCovered(charge, available, tenant, quoted);
  return quoted;
}

function shownCharge({ amount, fee, arrival_amount, debit_amount }: Charge) {
  return {
    amount: amount.toString(),
    fee: fee.toString(),
    arrival_amount: arrival_amount.toString(),
    debit_amount: debit_amount.toString(),
  };
}

/** The quote of a payout that waits with its money frozen: its own terms, with the balance before and after. */
async function heldQuote(db: DbOrTx, merchantId: string, channelId: string, held: Charge): Promise<MoneyQuote> {
  const channel = await db
    .selectFrom('v_channels')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', channelId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const { rate_bps, fixed_fee, deduction } = held;
  const after = await readAvailable(db, merchantId, held.currency);
  return {
    ...shownTerms({ ...channel, rate_bps, fixed_fee, deduction }),
    ...shownCharge(held),
    available: (after + held.debit_amount).toString(),
    available_after: after.toString(),
    needs_approval: true,
    approval: null,
  };
}

/**
 * What approving a payment would cost now, or why the user may not approve it.
 * @throws {ForbiddenError} like `assertChecker`; also the errors of `quotePayment`
 */
export async function quoteApproval(db: DbOrTx, cipher: Cipher, asked: Asked, id: string): Promise<MoneyQuote> {
  const { merchantId, userId, at } = asked;
  const request = await db
    .selectFrom('payment_requests')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', idOrNone(id))
    .select('creator_id')
    .executeTakeFirst();
  const checker = { merchantId, userId };
  const permission = 'payment_requests.approve';
  await assertChecker(db, { merchantId, makerId: orNotFound(request).creator_id, checker, permission, at });
  return quotePayment(db, cipher, asked, 'payment_requests', id);
}

/** What paying again would cost now. @throws {ForbiddenError} like `assertPower`; also the errors of `quotePayment` */
export async function quotePayAgain(db: DbOrTx, cipher: Cipher, asked: Asked, id: string): Promise<MoneyQuote> {
  await assertPower(db, asked, 'pay', asked.at);
  return quotePayment(db, cipher, asked, 'payouts', id);
}

/**
 * What an existing payment would cost now. Doesn't check its status, which the decision about it does.
 * @throws {NotFoundError} if the tenant has no such record
 * @throws {ConflictError} if its account can't be paid now
 * @throws {ValidationError} like `quote`
 */
async function quotePayment(
  db: DbOrTx,
  cipher: Cipher,
  asking: Asked,
  table: 'payment_requests' | 'payouts',
  id: string,
): Promise<MoneyQuote> {
  const { merchantId } = asking;
  const { rows } = await sql<{ channelId: string; amount: bigint; number: string; payoutId: string | null }>`
    select channel_id as "channelId", amount, card_number as number,
      ${table === 'payment_requests' ? sql`payout_id` : sql`null::uuid`} as "payoutId" from ${sql.table(table)}
    where merchant_id = ${merchantId} and id = ${idOrNone(id)}`.execute(db);
  const { number, payoutId, ...move } = orNotFound(rows[0]);
  const named = await enabledPayeeOf(db, merchantId, table, id);
  const held = await heldCharge(db, merchantId, payoutId);
  if (held) return heldQuote(db, merchantId, move.channelId, held);
  const account = cardHash(cipher, merchantId, cipher.decrypt(number));
  const tenant = await tenantSettings(db, merchantId);
  const savedWith = named?.isSavedWith ? named.id : null;
  await assertPayable(db, cipher, tenant, { ...asking, account, savedWith }, null);
  return quote(db, asking, { type: 'payout', ...move }, account);
}
