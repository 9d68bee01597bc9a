import { z } from 'zod';
import { only } from '#server/audit/sides.ts';
import { forgetOldOutflows } from '#server/money/approvals.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { notifyOfChange } from '../notifications/service.ts';
import { changeKept, type KeptRows } from '../platform/changeKept.ts';
import { optionalAmount } from '../platform/terms.ts';

/** Rules that a merchant sets for itself. Threshold and waiting period of cards are set by the platform. */
const RULES: KeptRows = {
  resource: 'payment_rules',
  table: 'merchants',
  key: 'merchant_id',
  view: 'v_payment_rules',
  writable: z.object({
    daily_total: optionalAmount,
    sum_window_hours: z.int(),
    only_saved_payees: z.boolean(),
    people_waiting_hours: z.int(),
    strict_checkers: z.boolean(),
    keys_over_limit: z.enum(['refuse', 'approve']),
    refuse_md5: z.boolean(),
  }),
};

/** The merchant's own page of payment rules. Each change is logged, and all owners are notified of it. */
export const paymentRulesModule: Module = {
  resources: async ({ db, clock }) => ({
    payment_rules: {
      source: await viewSource(db, RULES.view),
      side: 'live',
      stepUp: ['update'],
      writer: {
        update: (actor, target, values) =>
          db.transaction(async (tx) => {
            const before = await readRecord(tx, RULES.view, actor.merchantId, target.id);
            const after = await changeKept(tx, RULES, clock, { actor, target, values });
            const sources = Object.keys(RULES.writable.shape);
            await notifyOfChange(tx, {
              merchantId: actor.merchantId,
              about: { resource: RULES.resource, id: target.id },
              by: actor,
              currency: String(after['currency']),
              before: only(sources, before),
              after: only(sources, after),
              at: clock.now(),
            });
            return after;
          }),
      },
    },
  }),

  maintain: forgetOldOutflows,
};
