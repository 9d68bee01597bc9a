import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { debitAmount } from '#shared/money/fee.ts';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { MoneyKind } from './moneyKinds.ts';

/** How a request stands: somebody has still to do something, the money has gone its way, or it never will. */
export type Outcome = 'waiting' | 'done' | 'ended';

export function outcomeOf(status: string): Outcome {
  switch (status) {
    case 'pass':
    case 'success':
      return 'done';
    case 'reject':
    case 'rejected':
    case 'failed':
    case 'cancelled':
      return 'ended';
    default:
      return 'waiting';
  }
}

const DEBIT = 'debit_amount';

/** What of its record is shown as the result. */
const SHOWN: Readonly<Record<MoneyKind['page'], readonly string[]>> = {
  recharge: [
    'deposit_no',
    'status',
    'amount',
    'fee',
    DEBIT,
    'arrival_amount',
    'channel_id',
    'payer_name',
    'created_at',
  ],
  withdraw: [
    ...['withdrawal_no', 'status', 'amount', 'fee', DEBIT, 'arrival_amount', 'bank_name', 'card_number', 'card_holder'],
    ...['reject_reason', 'created_at'],
  ],
  payment: [
    ...['request_no', 'status', 'amount', 'fee', 'payee_name', 'card_number', 'bank_name', 'channel_id'],
    ...['reject_reason', 'payout_id', 'created_at'],
  ],
};

/** The fields of a result that have a value, under the names that they have on the page. */
export function resultFields({ page }: MoneyKind, fields: readonly Field[], record: IdentifiedRecord): Field[] {
  const debit: Field = { source: DEBIT, type: 'money', currency: 'currency', label: `moneyForms.${page}.debit` };
  const known = [...fields, debit];
  return SHOWN[page]
    .flatMap((source) => known.find((field) => field.source === source) ?? [])
    .filter(({ source }) => plainText(record[source]) !== '')
    .map((field) => (field.source === 'arrival_amount' ? { ...field, label: `moneyForms.${page}.arrival` } : field));
}

/** The record with what its payer gives, which it does not hold by itself. */
export function withDebit(record: IdentifiedRecord): IdentifiedRecord {
  const { amount, fee, deduction } = record;
  if (typeof amount !== 'string' || typeof fee !== 'string') return record;
  if (deduction !== 'inner' && deduction !== 'outer') return record;
  return { ...record, [DEBIT]: debitAmount(BigInt(amount), BigInt(fee), deduction).toString() };
}
