import { z } from 'zod';
import { APPROVAL_RULES } from '../money/approvalRules.ts';
import { amountSchema } from '@merchant-console/protocol';

/** Why another user must approve a request, with the figures behind it. */
export const approvalSchema = z
  .object({
    rule: z.enum(APPROVAL_RULES),
    limit: amountSchema.meta({ description: 'Amount above which another user approves' }),
    sum: amountSchema.meta({ description: 'Amount or sum above the limit, including the request' }),
    count: z.int().meta({ description: 'Earlier payments and refunds in the sum' }),
    hours: z.int().meta({ description: 'Length of the period that is summed up' }),
  })
  .meta({ description: 'Rule that asks another user to approve the request first' });
export type ApprovalAsked = z.infer<typeof approvalSchema>;
