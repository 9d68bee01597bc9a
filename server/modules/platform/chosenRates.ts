import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { MAX_AMOUNT } from '@merchant-console/declaration';
import { REFUND_FEES } from '#shared/money/refundFee.ts';
import type { AuditActor } from '#server/audit/recordAudit.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { ChannelsTable, Tx } from '#server/db/schema.ts';
import type { Instructions } from '#server/db/tables/columns.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import { isOperator } from './changeKept.ts';
import { NO_WAIT, opened } from './opened.ts';
import { checkTerms } from './terms.ts';

type Channel = Selectable<ChannelsTable>;

/** Maximum channels of a new merchant. */
const MOST = 200;

const minor = (least: bigint) =>
  z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt)
    .refine((amount) => amount >= least && amount <= MAX_AMOUNT);

/** Omitted terms default to the platform's. */
const chosenRateSchema = z.strictObject({
  channel_id: z.string(),
  rate_bps: z.int().min(0).max(10_000).optional(),
  fixed_fee: minor(0n).optional(),
  min_fee: minor(0n).nullish(),
  max_fee: minor(0n).nullish(),
  deduction: z.enum(['inner', 'outer']).optional(),
  refund_fee: z.enum(REFUND_FEES).optional(),
  min_amount: minor(1n).optional(),
  max_amount: minor(1n).optional(),
});

/** A platform channel and a merchant's terms for it. */
type ChosenRate = Omit<
  Channel,
  'merchant_id' | 'id' | 'platform_channel_id' | 'revision' | 'created_at' | 'updated_at' | keyof Instructions
> & {
  channelId: string;
  /** True if its terms are the platform's own. */
  isUsual: boolean;
};

/**
 * Reads the field `channels` of a new merchant: its platform channels with their terms.
 *
 * @param currency currency of the merchant
 * @throws {ValidationError} on `channels`, or on a nested value such as `channels.0.rate_bps`
 */
export async function chosenRates(tx: Tx, value: unknown, currency: string): Promise<ChosenRate[]> {
  const list = z
    .array(z.unknown())
    .max(MOST)
    .safeParse(value ?? []);
  if (!list.success) throw new ValidationError({ channels: { key: 'invalid_type' } });
  const offered = await tx.selectFrom('channels').where('merchant_id', '=', PLATFORM_ID).selectAll().execute();
  const wrong: Record<string, Message> = {};
  const chosen = list.data.map((item, at) => {
    const read = chosenRateSchema.safeParse(item);
    if (!read.success) {
      for (const { path } of read.error.issues) wrong[['channels', at, ...path].join('.')] = { key: 'invalid_format' };
      return null;
    }
    const { channel_id: channelId, ...terms } = read.data;
    const channel = offered.find(({ id }) => id === channelId);
    const problem = channelProblem(channel, currency, list.data.slice(0, at).some(names(channelId)));
    if (!channel || problem) wrong[`channels.${at}.channel_id`] = { key: problem ?? 'channel_unknown' };
    return channel ? withTerms(channel, terms, at, wrong) : null;
  });
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  return chosen.filter((one) => one !== null);
}

/**
 * Creates a merchant's channels with their rates. Those with other terms than the platform's wait for a second operator, who
 * opens them.
 */
export async function insertRates(
  tx: Tx,
  actor: AuditActor,
  merchantId: string,
  rates: readonly ChosenRate[],
  now: Date,
): Promise<void> {
  const own = { ...NO_INSTRUCTIONS, merchant_id: merchantId, revision: 1, created_at: now, updated_at: now };
  for (const { channelId, isUsual, ...rate } of rates) {
    const id = uuidv7({ msecs: now.getTime() });
    const after = { tenant_id: merchantId, code: rate.code, rate_bps: rate.rate_bps };
    const made = { resource: 'merchant_rates', id, tenantId: merchantId, given: rate, after } as const;
    const opening = !isUsual && isOperator(actor) ? await opened(tx, actor, made, now) : NO_WAIT;
    await insertRows(tx, 'channels', [{ ...own, ...rate, ...opening.row, id, platform_channel_id: channelId }]);
  }
}

function channelProblem(channel: Channel | undefined, currency: string, isRepeated: boolean): string | null {
  if (!channel) return 'channel_unknown';
  if (channel.currency !== currency) return 'channel_other_currency';
  return isRepeated ? 'channel_taken' : null;
}

const names = (channelId: string) => (item: unknown) =>
  z.looseObject({ channel_id: z.literal(channelId) }).safeParse(item).success;

function withTerms(
  channel: Channel,
  terms: Omit<z.output<typeof chosenRateSchema>, 'channel_id'>,
  at: number,
  wrong: Record<string, Message>,
): ChosenRate {
  const { name, code, type, currency, id: channelId } = channel;
  const rate = {
    channelId,
    name,
    code,
    type,
    currency,
    status: 'enabled' as const,
    rate_bps: terms.rate_bps ?? channel.rate_bps,
    fixed_fee: terms.fixed_fee ?? channel.fixed_fee,
    min_fee: terms.min_fee === undefined ? channel.min_fee : terms.min_fee,
    max_fee: terms.max_fee === undefined ? channel.max_fee : terms.max_fee,
    deduction: terms.deduction ?? channel.deduction,
    refund_fee: terms.refund_fee ?? channel.refund_fee,
    min_amount: terms.min_amount ?? channel.min_amount,
    max_amount: terms.max_amount ?? channel.max_amount,
  };
  try {
    checkTerms(rate);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const [field, message] of Object.entries(error.fields)) wrong[`channels.${at}.${field}`] = message;
  }
  return { ...rate, isUsual: TERMS.every((term) => rate[term] === channel[term]) };
}

const TERMS = [
  'rate_bps',
  'fixed_fee',
  'min_fee',
  'max_fee',
  'deduction',
  'refund_fee',
  'min_amount',
  'max_amount',
] as const;
