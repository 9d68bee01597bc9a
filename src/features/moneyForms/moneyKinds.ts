import * as calls from '#shared/contract/moneyForms.ts';
import type { MoneyForm } from '#shared/contract/moneyForms.ts';
import type { Api } from '#console/api/createApi.ts';

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
}

/** Query key of the choices for a request. */
export const formKey = ({ page }: MoneyKind) => ['moneyForm', page];

export const RECHARGE: MoneyKind = {
  page: 'recharge',
  resource: 'deposits',
  choice: 'channel_id',
  isOut: false,
  form: (api, signal) => api(calls.depositForm, { signal }),
};

export const WITHDRAW: MoneyKind = {
  page: 'withdraw',
  resource: 'withdrawals',
  choice: 'bankcard_id',
  isOut: true,
  form: (api, signal) => api(calls.withdrawalForm, { signal }),
};

export const PAYMENT: MoneyKind = {
  page: 'payment',
  resource: 'payment_requests',
  choice: 'channel_id',
  isOut: true,
  form: (api, signal) => api(calls.paymentForm, { signal }),
};
