import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { sentAmountSchema } from './amount.ts';
import { approvalSchema } from './approval.ts';
import { defineCall } from './call.ts';
import { channelSchema } from './channels.ts';

/** Calls of the pages that request money movements: the choices on these pages and what a request would cost. */

const ruleShape = channelSchema.pick({
  rate_bps: true,
  fixed_fee: true,
  min_fee: true,
  max_fee: true,
  deduction: true,
}).shape;

/** Where the money of a deposit is sent. */
const instructionsSchema = z.object({
  bank_name: z.string(),
  account_holder: z.string(),
  account_number: z.string(),
  branch_name: z.string().nullable(),
  reference: z.string().nullable().meta({
    description: "Text before the deposit's number, which the payer adds to it; null: the number alone",
  }),
});
export type MoneyInstructions = z.infer<typeof instructionsSchema>;

/** A channel that currently accepts orders. */
const moneyChannelSchema = channelSchema
  .pick({ id: true, name: true, currency: true, min_amount: true, max_amount: true })
  .extend({
    ...ruleShape,
    available: amountSchema.meta({ description: "Available balance in the channel's currency" }),
    instructions: instructionsSchema.nullable().optional().meta({
      description: 'Account to pay a deposit to; null in test mode, where nothing is sent. Absent for other requests',
    }),
  });
export type MoneyChannel = z.infer<typeof moneyChannelSchema>;

/** A bank card of the tenant, including cards that can't be chosen currently. */
const moneyCardSchema = z.object({
  id: z.string(),
  name: z.string(),
  bank_name: z.string(),
  branch_name: z.string().nullable(),
  card_number: z.string().meta({ description: 'Masked card number' }),
  is_default: z.boolean(),
  state: z.enum(['usable', 'cooling_off', 'disabled']),
  usable_at: z.iso.datetime(),
});
export type MoneyCard = z.infer<typeof moneyCardSchema>;

export const moneyFormSchema = z.object({
  channels: z.array(moneyChannelSchema),
  is_connected: z.boolean().optional().meta({
    description: 'False if there is no channel to choose because none is connected; otherwise absent or true',
  }),
  has_account: z.boolean().optional().meta({
    description:
      'False if there is no channel to choose because none has an account to pay to; otherwise absent or true',
  }),
  cards: z.array(moneyCardSchema).meta({ description: 'Cards for a withdrawal; empty for other requests' }),
  approval_threshold: amountSchema
    .nullable()
    .meta({ description: 'Amount above which a payment needs approval by another user; null if there is none' }),
  power_from: z.iso.datetime().nullable().optional().meta({
    description: 'Time from which the user can make the request, because the right to pay is new; null if that is now',
  }),
  last_channel_id: z.string().nullable().optional().meta({
    description:
      "Channel of the user's last request, otherwise of the tenant's; may no longer be offered. Null for withdrawals",
  }),
});
export type MoneyForm = z.infer<typeof moneyFormSchema>;

export const moneyQuoteSchema = z.object({
  ...ruleShape,
  currency: z.string(),
  amount: amountSchema,
  fee: amountSchema,
  arrival_amount: amountSchema.meta({ description: 'Amount that the receiver gets' }),
  debit_amount: amountSchema.meta({ description: 'Amount that the payer pays' }),
  min_amount: amountSchema,
  max_amount: amountSchema,
  available: amountSchema.meta({ description: 'Current available balance' }),
  available_after: amountSchema.meta({ description: 'Available balance after the request' }),
  needs_approval: z.boolean().meta({ description: 'True if another user must approve the request first' }),
  approval: approvalSchema.nullable(),
});
export type MoneyQuote = z.infer<typeof moneyQuoteSchema>;

const amount = sentAmountSchema;
const id = z.string().max(128);

const ofChannel = z.object({ amount, channel_id: id });

export const withdrawalForm = formCall('withdrawal', 'withdrawals', 'Get the current choices for a withdrawal');
export const withdrawalQuote = quoteCall('withdrawal', 'withdrawals', z.object({ amount, bankcard_id: id.optional() }));

export const depositForm = formCall('deposit', 'deposits', 'Get the current choices for a deposit');
export const depositQuote = quoteCall('deposit', 'deposits', ofChannel);

export const paymentForm = formCall('payment', 'payment_requests', 'Get the current choices for a payment');
export const paymentQuote = quoteCall(
  'payment',
  'payment_requests',
  ofChannel.extend({ payee_id: id.optional(), card_number: z.string().max(40).optional() }),
);

export const approvalQuote = defineCall({
  id: 'paymentApprovalQuote',
  method: 'POST',
  path: '/payment-requests/:id/approve/quote',
  allowedInPreview: true,
  summary: 'Quote the approval of a payment at the current terms; fails with the errors of a payment',
  access: { permission: 'payment_requests.approve' },
  params: z.object({ id: z.string() }),
  data: moneyQuoteSchema.omit({ needs_approval: true, approval: true }),
});

export const payAgainQuote = defineCall({
  id: 'payAgainQuote',
  method: 'POST',
  path: '/payouts/:id/pay_again/quote',
  allowedInPreview: true,
  summary: 'Quote the repetition of a payment at the current terms; fails with the errors of a payment',
  access: { permission: 'payment_requests.create' },
  params: z.object({ id: z.string() }),
  data: moneyQuoteSchema,
});

/** The choices of a resource's request form. */
function formCall(name: string, resource: string, summary: string) {
  return defineCall({
    id: `${name}Form`,
    method: 'GET',
    path: `/${resource.replace('_', '-')}/form`,
    summary,
    access: { permission: `${resource}.create` },
    data: moneyFormSchema,
  });
}

/** The cost of a resource's request. */
function quoteCall<Body extends z.ZodType>(name: string, resource: string, body: Body) {
  return defineCall({
    id: `${name}Quote`,
    method: 'POST',
    path: `/${resource.replace('_', '-')}/quote`,
    allowedInPreview: true,
    summary: `Quote a ${name} without making it; fails with the errors of the ${name} itself`,
    access: { permission: `${resource}.create` },
    body,
    data: moneyQuoteSchema,
  });
}
