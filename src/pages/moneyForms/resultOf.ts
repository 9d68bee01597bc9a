import { standingOf } from '#shared/declaration/counts.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { amountParts, chargeOf, directionOf, type AmountPart } from '#shared/money/amountParts.ts';
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

/** What of its record is shown as the result; what amount and fee come to stands after the fee. */
const SHOWN: Readonly<Record<MoneyKind['page'], readonly string[]>> = {
  recharge: ['deposit_no', 'status', 'amount', 'fee', 'channel_id', 'payer_name', 'created_at'],
  withdraw: [
    ...['withdrawal_no', 'status', 'amount', 'fee', 'bank_name', 'card_number', 'card_holder'],
    ...['reject_reason', 'created_at'],
  ],
  payment: [
    ...['request_no', 'status', 'amount', 'fee', 'payee_name', 'card_number', 'bank_name', 'channel_id'],
    ...['reject_reason', 'payout_id', 'created_at'],
  ],
};

/** A record as its result shows it, with what follows from its amount and fee. */
export interface ShownResult {
  fields: Field[];
  record: IdentifiedRecord;
}

/** The fields of a result that have a value, under names that are true as the request stands. */
export function shownResult({ page }: MoneyKind, known: readonly Field[], record: IdentifiedRecord): ShownResult {
  const parts = partsOf(known, record);
  const fields = SHOWN[page].flatMap((source): Field[] => {
    const own = known.filter((field) => field.source === source && plainText(record[source]) !== '');
    return source === 'fee' ? [...own, ...parts.map(({ key }) => partField(key))] : own;
  });
  const amounts = parts.map(({ key, amount }) => [key, String(amount)] as const);
  return { fields, record: { ...record, ...Object.fromEntries(amounts) } };
}

function partsOf(known: readonly Field[], record: IdentifiedRecord): AmountPart[] {
  const fee = known.find(({ source }) => source === 'fee');
  const charge = chargeOf(record);
  if (!fee || !charge) return [];
  return amountParts(charge, directionOf(fee), standingOf(fee, record)).filter((part) => part.amount !== null);
}

const partField = (key: AmountPart['key']): Field => ({
  ...{ source: key, type: 'money', currency: 'currency', label: `feeBreakdown.${key}` },
});
