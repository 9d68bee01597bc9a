import type { TriedCall } from '#shared/contract/gatewayTrial.ts';

/** The parameters of each call. A type alias, because react-hook-form's types don't accept an interface. */
export type TriedParameters = Record<TriedCall, Record<string, string>>;

interface Parameter {
  name: string;
  isRequired?: true;
}

/** The parameters of each call in the order of the documentation. Merchant number, time, nonce and signature are added. */
export const PARAMETERS: Record<TriedCall, readonly Parameter[]> = {
  collect: [
    { name: 'merchant_order_no', isRequired: true },
    { name: 'channel', isRequired: true },
    { name: 'amount', isRequired: true },
    { name: 'subject' },
    { name: 'payer_name' },
    { name: 'notify_url' },
    { name: 'return_url' },
  ],
  payout: [
    { name: 'merchant_order_no', isRequired: true },
    { name: 'channel', isRequired: true },
    { name: 'amount', isRequired: true },
    { name: 'payee_name', isRequired: true },
    { name: 'card_number', isRequired: true },
    { name: 'bank_name', isRequired: true },
    { name: 'remark' },
    { name: 'notify_url' },
  ],
  refund: [
    { name: 'merchant_refund_no', isRequired: true },
    { name: 'merchant_order_no', isRequired: true },
    { name: 'amount', isRequired: true },
    { name: 'reason', isRequired: true },
    { name: 'notify_url' },
  ],
  query: [{ name: 'type', isRequired: true }, { name: 'merchant_order_no' }, { name: 'merchant_refund_no' }],
};

/** The parameter of a call that is the merchant's own number and must be new, if the call has one. */
export const OWN_NUMBER: Partial<Record<TriedCall, string>> = {
  collect: 'merchant_order_no',
  payout: 'merchant_order_no',
  refund: 'merchant_refund_no',
};

/**
 * An unused number.
 * @param at milliseconds since 1970
 */
export function newNumber(at: number): string {
  return `TEST-${at.toString(36).toUpperCase()}`;
}

/**
 * Values with which each call succeeds; the refund only after a collection order is paid.
 * @param channels codes of the first channel of each type
 */
export function sampleParameters(at: number, channels: { collection: string; payout: string }): TriedParameters {
  const number = newNumber(at);
  const blank = { notify_url: '', return_url: '', payer_name: '', remark: '' };
  return {
    collect: {
      ...blank,
      merchant_order_no: number,
      channel: channels.collection,
      amount: '10000',
      subject: 'Test order',
    },
    payout: {
      ...blank,
      merchant_order_no: number,
      channel: channels.payout,
      amount: '10000',
      payee_name: 'Test Payee',
      card_number: '6222020200112233445',
      bank_name: 'Test Bank',
    },
    refund: { ...blank, merchant_refund_no: number, merchant_order_no: '', amount: '10000', reason: 'Test refund' },
    query: { type: 'collect', merchant_order_no: '', merchant_refund_no: '' },
  };
}

/**
 * The parameters after an accepted call. Query and refund then refer to the new order, and each call has a new number.
 */
export function afterCall(call: TriedCall, values: TriedParameters): TriedParameters {
  const { merchant_order_no = '', merchant_refund_no = '' } = values[call];
  switch (call) {
    case 'query':
      return values;
    case 'refund':
      return { ...values, query: { type: call, merchant_order_no: '', merchant_refund_no } };
    case 'payout':
      return { ...values, query: { type: call, merchant_order_no, merchant_refund_no: '' } };
    case 'collect':
      return {
        ...values,
        query: { type: call, merchant_order_no, merchant_refund_no: '' },
        refund: { ...values.refund, merchant_order_no },
      };
  }
}
