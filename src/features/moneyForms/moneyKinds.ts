import * as calls from '#shared/contract/moneyForms.ts';
import type { MoneyForm, MoneyQuote } from '#shared/contract/moneyForms.ts';
import type { Api } from '#console/api/createApi.ts';

/** Input of a request's quote. */
export interface QuoteInput {
  /** ID of the card or channel, or '' while no card is chosen. */
  choice: string;
  /** Minor units, as digits. */
  amount: string;
  /** ID of the saved payee, or '' if none is chosen. */
  payee: string;
  /** Entered card or account number, or '' if a payee is chosen or it isn't one yet. */
  number: string;
}

/** One of the three kinds of requests with a page of their own. */
export interface MoneyKind {
  /** `component_path` of the page, and part of its text keys. */
  page: 'recharge' | 'withdraw' | 'payment';
  /** The resource with the action `request`. */
  resource: 'deposits' | 'withdrawals' | 'payment_requests';
  /** Source of the form's field with the choice. */
  choice: 'channel_id' | 'bankcard_id';
  /** True if the request reduces the balance. */
  isOut: boolean;
  form(this: void, api: Api, signal: AbortSignal): Promise<MoneyForm>;
  /** @throws {ApiError} with messages by field if the request would be rejected */
  quote(this: void, api: Api, input: QuoteInput, signal: AbortSignal): Promise<MoneyQuote>;
}

/** Query key of the choices for a request. */
export const formKey = ({ page }: MoneyKind) => ['moneyForm', page];

export const RECHARGE: MoneyKind = {
  page: 'recharge',
  resource: 'deposits',
  choice: 'channel_id',
  isOut: false,
  form: (api, signal) => api(calls.depositForm, { signal }),
  quote: (api, { choice, amount }, signal) => api(calls.depositQuote, { body: { channel_id: choice, amount }, signal }),
};

export const WITHDRAW: MoneyKind = {
  page: 'withdraw',
  resource: 'withdrawals',
  choice: 'bankcard_id',
  isOut: true,
  form: (api, signal) => api(calls.withdrawalForm, { signal }),
  quote: (api, { choice, amount }, signal) =>
    api(calls.withdrawalQuote, { body: { amount, ...(choice !== '' && { bankcard_id: choice }) }, signal }),
};

export const PAYMENT: MoneyKind = {
  page: 'payment',
  resource: 'payment_requests',
  choice: 'channel_id',
  isOut: true,
  form: (api, signal) => api(calls.paymentForm, { signal }),
  quote(api, { choice, amount, payee, number }, signal) {
    const account = { ...(payee !== '' && { payee_id: payee }), ...(number !== '' && { card_number: number }) };
    return api(calls.paymentQuote, { body: { channel_id: choice, amount, ...account }, signal });
  },
};
