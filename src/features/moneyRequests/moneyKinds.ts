import * as calls from '#shared/contract/moneyForms.ts';
import type { MoneyForm, MoneyQuote } from '#shared/contract/moneyForms.ts';
import type { Api } from '#console/api/createApi.ts';

/** What the quote of a request depends on. */
export interface QuoteInput {
  /** Id of the card or channel; '' while no card is chosen. */
  choice: string;
  /** Minor units, as digits. */
  amount: string;
  /** Id of the saved payee; '' if none is chosen. */
  payee: string;
}

/** One of the three things that people ask for on a page of its own. */
export interface MoneyKind {
  /** `component_path` of the page, and the part of its texts' keys. */
  page: 'recharge' | 'withdraw' | 'payment';
  /** Whose action `request` it is. */
  resource: 'deposits' | 'withdrawals' | 'payment_requests';
  /** The form's field that holds what is chosen. */
  choice: 'channel_id' | 'bankcard_id';
  /** Whether money leaves the balance. */
  isOut: boolean;
  form(this: void, api: Api, signal: AbortSignal): Promise<MoneyForm>;
  /** @throws ApiError, with messages by field where the request would be refused */
  quote(this: void, api: Api, input: QuoteInput, signal: AbortSignal): Promise<MoneyQuote>;
}

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
  quote: (api, { choice, amount, payee }, signal) =>
    api(calls.paymentQuote, { body: { channel_id: choice, amount, ...(payee !== '' && { payee_id: payee }) }, signal }),
};
