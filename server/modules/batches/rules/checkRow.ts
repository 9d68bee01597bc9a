import { BATCH_COLUMNS, type BatchColumn, REQUIRED_BATCH_COLUMNS } from '#shared/contract/batchFile.ts';
import { type AmountScale, parseAmount, type OwnCurrency, scaleOfCurrency } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { type Channel, openChannel } from '#server/money/openChannel.ts';
import { type PayableAccounts, payableAccounts } from '#server/money/payableAccounts.ts';
import { type Charge, chargeWithin } from '#server/money/quote.ts';
import { cardNumberIn } from '#server/money/readForm.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { CellFlaw, SheetCell } from '#server/sheets/Sheet.ts';
import { plainAmount, plainNumber } from '#server/sheets/plainNumber.ts';

export type RowCells = Readonly<Record<BatchColumn, SheetCell>>;

type RowProblems = Partial<Record<BatchColumn, Message[]>>;

/** The parsed row. Charge and card number are set if there are no problems. */
interface CheckedRow {
  problems: RowProblems;
  charge: Charge | null;
  /** Digits only. */
  cardNumber: string | null;
}

/** Terms and limits that amounts are validated against. */
export interface RowTerms {
  channel: Channel;
  tenant: OwnCurrency;
}

/** All that rows are checked with. */
export interface RowRules extends RowTerms {
  accounts: PayableAccounts;
}

const MAX_LENGTHS: Partial<Record<BatchColumn, number>> = {
  payee_name: 100,
  bank_name: 100,
  branch_name: 100,
  remark: 500,
};

/** Invisible and bidirectional characters don't belong in a name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;

/** Invisible characters such as the joiner of emoji are harmless in a remark; those that reorder text aren't. */
const UNSEEN_IN_REMARK = /[^\P{Cc}\t\r\n]|[\p{Cs}\p{Co}\p{Bidi_Control}\u2028\u2029]/u;

/** Characters that a program has written instead of those that it couldn't convert. */
const LOST = /\uFFFD|\?\?|^\?+$/;
const LOST_IN_REMARK = /\uFFFD/;

export const FLAW_MESSAGES: Record<CellFlaw, string> = {
  formula: 'cell_formula',
  digits_lost: 'cell_digits_lost',
  not_plain: 'cell_not_plain',
  cell_error: 'cell_error',
  extra_cells: 'cell_extra_cells',
  split_amount: 'cell_split_amount',
  ambiguous_amount: 'cell_ambiguous_amount',
};

/** Finds all problems of a row, cell by cell. */
export function checkRow(cells: RowCells, { channel, tenant }: RowTerms): CheckedRow {
  const problems: RowProblems = {};
  const add = (column: BatchColumn, message: Message) => (problems[column] ??= []).push(message);
  const usable: Partial<Record<BatchColumn, string>> = {};
  for (const column of BATCH_COLUMNS) {
    const { text, flaw } = cells[column];
    if (flaw) add(column, { key: FLAW_MESSAGES[flaw] });
    else if (column !== 'remark' && text.trimStart().startsWith('=')) add(column, { key: FLAW_MESSAGES.formula });
    else if (text.trim() !== '') usable[column] = exactText(column, text);
    else if (REQUIRED_BATCH_COLUMNS.includes(column)) add(column, { key: 'required' });
  }
  for (const column of BATCH_COLUMNS) {
    const [text, max] = [usable[column], MAX_LENGTHS[column]];
    if (text === undefined || max === undefined) continue;
    if (text.length > max) add(column, { key: 'too_long', args: { max } });
    if ((column === 'remark' ? UNSEEN_IN_REMARK : UNSEEN).test(text)) add(column, { key: 'cell_unseen' });
    if ((column === 'remark' ? LOST_IN_REMARK : LOST).test(text)) add(column, { key: 'cell_lost' });
  }
  const { amount, card_number: card } = usable;
  const cardNumber = attempt(add, () => (card === undefined ? null : cardNumberIn({ card_number: plainNumber(card) })));
  const charge = attempt(add, () => (amount === undefined ? null : chargeOfText(amount, channel, tenant)));
  return { problems, charge, cardNumber };
}

/** The text of a cell as it is paid. A remark is kept as it is, because its blanks may have a meaning. */
export function exactText(column: BatchColumn, text: string): string {
  return column === 'remark' && text.trim() !== '' ? text : text.trim();
}

function chargeOfText(text: string, channel: Channel, tenant: OwnCurrency): Charge {
  const scale: AmountScale = scaleOfCurrency(channel.currency, tenant);
  const parsed = parseAmount(plainAmount(text, channel.currency), scale);
  if (parsed.ok) return chargeWithin(channel, BigInt(parsed.minor), tenant);
  throw new ValidationError({ amount: { key: `cell_amount_${parsed.problem}`, args: { decimals: scale } } });
}

/** Collects ValidationErrors of single-payout rules as problems of the cells that they name. */
function attempt<T>(add: (column: BatchColumn, message: Message) => void, read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { card_number: card, amount } = error.fields;
    if (card) add('card_number', card);
    if (amount) add('amount', amount);
    return null;
  }
}

/** The current rules for a tenant's rows. @throws {ValidationError} on `channel_id` if the channel can't be used */
export async function rowRules(
  tx: Tx,
  { clock, cipher }: { clock: Clock; cipher: Cipher },
  { merchantId, userId }: Actor,
  channelId: string,
): Promise<RowRules & { tenant: TenantSettings }> {
  const channel = await openChannel(tx, merchantId, 'payout', channelId);
  const tenant = await tenantSettings(tx, merchantId);
  const asked = { merchantId, userId, account: null, at: clock.now() };
  return { channel, tenant, accounts: await payableAccounts(tx, cipher, tenant, asked) };
}
