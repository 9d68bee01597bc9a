import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { defineCall } from './call.ts';
import { DEDUCTIONS } from './order.ts';

const access = { permission: 'channels.list' } as const;

const type = z.enum(['collection', 'payout', 'deposit', 'withdrawal']);
const status = z.enum(['enabled', 'disabled']);
const query = z.object({ type: type.optional(), status: status.optional() });

const named = { id: z.string(), name: z.string(), code: z.string() };
const terms = {
  rate_bps: z.int(),
  fixed_fee: amountSchema,
  deduction: z.enum(DEDUCTIONS),
  min_fee: amountSchema.nullable(),
  max_fee: amountSchema.nullable(),
  currency: z.string(),
};

/** A channel through which money comes in or goes out, with the rates agreed with this tenant. */
export const channelSchema = z.object({
  ...named,
  type,
  status,
  ...terms,
  min_amount: amountSchema,
  max_amount: amountSchema,
});
export type ChannelData = z.infer<typeof channelSchema>;

export const channelList = defineCall({
  id: 'channelList',
  method: 'GET',
  path: '/channel/list',
  access,
  query,
  summary: "List all of the tenant's channels with fees and limits; unpaged version of the resource `channels`",
  data: z.array(channelSchema),
});

export const channelNameList = defineCall({
  id: 'channelNameList',
  method: 'GET',
  path: '/channel-name/list',
  access,
  query,
  summary: "List the names of the tenant's channels, for choices",
  data: z.array(z.object({ ...named, type })),
});

export const merchantRates = defineCall({
  id: 'merchantRates',
  method: 'GET',
  path: '/merchant/merchant-rates',
  access,
  query,
  summary: "List the tenant's fees of each enabled channel",
  data: z.array(z.object({ channel_id: z.string(), name: z.string(), code: z.string(), type, ...terms })),
});
