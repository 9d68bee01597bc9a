import { z } from 'zod';
import type { GatewayCallName } from '#shared/contract/gateway.ts';
import { envelopeSchema, errorDataSchema } from '@merchant-console/protocol';

/** A rejection or a reason: what it means, and which calls can get it. */
interface Refusal {
  meaning: string;
  /** Default: all calls. */
  calls?: readonly GatewayCallName[];
}

const CREATING = ['collect', 'payout', 'refund'] as const;
const PAYING = ['payout', 'refund'] as const;

/** All IDs of `data.error`, by HTTP status. Tests fail if the server answers with another one. */
export const REFUSALS: Readonly<Record<number, Readonly<Record<string, Refusal>>>> = {
  400: {
    'gateway_body.empty': { meaning: 'The body has no parameters' },
    'gateway_body.encoding': { meaning: 'The body or its charset is not UTF-8' },
    'gateway_body.json': { meaning: 'The body is not JSON' },
    'gateway_body.no_object': { meaning: 'The JSON is not an object' },
    'gateway_body.nested': { meaning: 'A parameter is an object or a list' },
    'gateway_body.no_value': { meaning: 'A part of the form is not `name=value`' },
    'gateway_body.twice': { meaning: 'A parameter appears twice' },
    'gateway_body.ambiguous': {
      meaning: 'A value contains `&`, the name of a parameter and `=`, so the signature would have two meanings',
    },
    gateway_media_type: {
      meaning: 'The content type is neither `application/json` nor `application/x-www-form-urlencoded`',
    },
    gateway_version: { meaning: 'The header `Gateway-Version` names no version; `msg` lists them' },
    malformed: { meaning: 'The HTTP request is malformed' },
  },
  401: {
    signature_invalid: {
      meaning: 'Check merchant number, key and signature; unknown and disabled merchants get the same response',
    },
  },
  403: {
    key_address: { meaning: 'The key may not be used from this address' },
    md5_refused: { meaning: 'The merchant or the platform refuses MD5: sign with HMAC-SHA256' },
    key_sign_type: { meaning: 'The key refuses MD5: sign with HMAC-SHA256' },
    key_scope: { meaning: 'The key may not sign this call' },
    key_limit: {
      meaning: 'Above a limit of the key: see `data.key_limit`. Pay less, wait, or let a user raise the limit',
      calls: PAYING,
    },
  },
  404: {
    not_found: { meaning: 'The merchant has no such order, payout or refund', calls: ['refund', 'query'] },
  },
  409: {
    nonce_used: { meaning: 'Sign again with a new nonce' },
    order_differs: {
      meaning: 'The number exists with other parameters, which `data.parameters` lists: use another number',
      calls: CREATING,
    },
    order_not_paid: { meaning: 'The order is not paid', calls: ['refund'] },
    channel_without_refunds: { meaning: "The order's channel takes no refunds", calls: ['refund'] },
    account_suspended: { meaning: 'The merchant was suspended during the call; nothing was changed', calls: CREATING },
    account_disabled: { meaning: 'The merchant was disabled during the call; nothing was changed', calls: CREATING },
  },
  413: { body_too_large: { meaning: 'Send at most 8 KB (8,192 bytes)' } },
  422: { validation: { meaning: 'A parameter is invalid: see `data.reasons`' } },
  429: { too_many: { meaning: 'Wait for `Retry-After`' } },
  500: { internal: { meaning: 'A defect of the server: repeat the same call, because it may have taken effect' } },
  503: {
    unavailable: {
      meaning: 'Wait for `Retry-After`, then repeat the same call, because it may have taken effect',
    },
  },
};

/** All values of `data.reasons`. Tests fail if the server answers with another one. */
export const REASONS: Readonly<Record<string, Refusal & { of: string }>> = {
  required: { of: 'any', meaning: 'The parameter is missing or empty' },
  too_long: { of: 'any', meaning: 'The value is longer than allowed' },
  invalid_format: { of: 'any', meaning: 'The value is none of those that the parameter allows' },
  unknown_field: { of: 'any', meaning: 'The call has no such parameter' },
  timestamp_off: { of: 'timestamp', meaning: 'The clocks differ by more than 5 minutes' },
  channel_unknown: {
    of: 'channel',
    meaning: 'The merchant has no such channel for this call',
    calls: ['collect', 'payout'],
  },
  channel_disabled: { of: 'channel', meaning: 'The channel is disabled', calls: ['collect', 'payout'] },
  channel_not_connected: {
    of: 'channel',
    meaning: 'The channel is not connected to a bank',
    calls: ['collect', 'payout'],
  },
  channel_no_account: {
    of: 'channel',
    meaning: 'The channel has no account at its bank',
    calls: ['collect', 'payout'],
  },
  amount_out_of_range: { of: 'amount', meaning: "Outside the channel's range", calls: ['collect', 'payout'] },
  amount_below_fee: {
    of: 'amount',
    meaning: 'The fee that is deducted leaves nothing',
    calls: ['collect', 'payout'],
  },
  amount_with_fee_too_large: { of: 'amount', meaning: 'Too large with the fee', calls: ['collect', 'payout'] },
  insufficient_balance: { of: 'amount', meaning: 'The balance does not cover it', calls: PAYING },
  refund_too_large: { of: 'amount', meaning: 'More than what is left of the order', calls: ['refund'] },
  refunded_in_full: { of: 'amount', meaning: 'Nothing is left of the order', calls: ['refund'] },
  account_payee_waiting: {
    of: 'card_number',
    meaning: 'A saved payee of this number cannot be paid yet',
    calls: ['payout'],
  },
  account_payee_disabled: { of: 'card_number', meaning: 'A saved payee of this number is disabled', calls: ['payout'] },
  account_card_waiting: {
    of: 'card_number',
    meaning: "One of the merchant's bank cards with this number cannot be paid yet",
    calls: ['payout'],
  },
  account_card_disabled: {
    of: 'card_number',
    meaning: "One of the merchant's bank cards with this number is disabled",
    calls: ['payout'],
  },
  account_not_saved: {
    of: 'card_number',
    meaning: 'The merchant pays only saved payees, and this is none',
    calls: ['payout'],
  },
  url_not_public: { of: 'notify_url', meaning: 'No http or https URL on the internet', calls: CREATING },
  url_port: { of: 'notify_url', meaning: 'The port is not allowed', calls: CREATING },
  invalid_url: { of: 'return_url', meaning: 'No http or https URL', calls: ['collect'] },
  one_number_needed: {
    of: 'merchant_order_no',
    meaning: 'Neither `order_no` nor `merchant_order_no` is given',
    calls: ['refund', 'query'],
  },
  one_refund_number_needed: {
    of: 'merchant_refund_no',
    meaning: 'Neither `refund_no` nor `merchant_refund_no` is given',
    calls: ['query'],
  },
  to_before_from: { of: 'to', meaning: 'Before `from`', calls: ['list'] },
  cursor_invalid: {
    of: 'cursor',
    meaning: 'No `next_cursor` of the gateway: begin without it',
    calls: ['list'],
  },
  cursor_differs: {
    of: 'cursor',
    meaning: 'Of a list with another `type`, `from` or `to`: send them as for the first page',
    calls: ['list'],
  },
};

/** Those of a table that a call can get, in its order. */
export function ofCall<R extends Refusal>(table: Readonly<Record<string, R>>, call: GatewayCallName): [string, R][] {
  return Object.entries(table).filter(([, { calls }]) => calls === undefined || calls.includes(call));
}

/** The statuses of a call's rejections, ascending. */
export function statusesOf(call: GatewayCallName): number[] {
  return Object.entries(REFUSALS).flatMap(([status, errors]) =>
    ofCall(errors, call).length > 0 ? [Number(status)] : [],
  );
}

/** A rejection, as JSON. */
export const refusalSchema = refusalOf(
  Object.values(REFUSALS).flatMap((errors) => Object.keys(errors)),
  Object.keys(REASONS),
);

/** The rejections of a call with this HTTP status, as `refusalSchema`. */
export function refusalSchemaOf(call: GatewayCallName, status: number) {
  const errors = ofCall(REFUSALS[status] ?? {}, call).map(([id]) => id);
  return refusalOf(errors, ofCall(REASONS, call).map(([id]) => id)); // prettier-ignore
}

function refusalOf(errors: string[], reasons: string[]) {
  const { errors: texts, key_limit, parameters, quote } = errorDataSchema.shape;
  return envelopeSchema.extend({
    code: z.int().meta({ description: 'The HTTP status times 100' }),
    msg: z.string().meta({ description: 'For people, in the language of `Accept-Language`' }),
    data: z.strictObject({
      error: z.enum(errors).meta({ description: 'Stable ID' }),
      request_id: z.string().meta({ description: 'ID of the request, as in the header `X-Request-Id` and in our log' }),
      reasons: z
        .record(z.string(), z.enum(reasons))
        .optional()
        .meta({ description: 'For `validation`: a stable ID by parameter' }),
      errors: texts.meta({ description: 'The same as texts, in the language of `Accept-Language`' }),
      key_limit: key_limit.meta({
        description: 'For `key_limit`: the limit, and the most that one call could pay now, in minor units',
      }),
      parameters: parameters.meta({ description: 'For `order_differs`: names of the parameters that differ' }),
      quote: quote.meta({ description: 'For `insufficient_balance`: the figures of the call' }),
    }),
  });
}
