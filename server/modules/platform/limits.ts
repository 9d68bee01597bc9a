import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { plainText, scaleByIso } from '@merchant-console/declaration';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { insertRows } from '#server/db/rows.ts';
import { ValidationError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter } from '#server/resources/RecordSource.ts';
import { limitOf, secondOpinion } from '../operatorRequests/service.ts';
import { assertDecider, type Change, changeKept, type KeptRows, type PlatformDeps } from './changeKept.ts';
import { amount } from './terms.ts';

const LIMITS: KeptRows = {
  resource: 'platform_limits',
  table: 'platform_limits',
  key: 'id',
  view: 'platform_limits',
  writable: z.object({ amount }),
  widens: async (_tx, before, wanted) =>
    BigInt(plainText(wanted['amount'] ?? '0')) > BigInt(plainText(before['amount'])) ? ['amount'] : [],
};

const newLimit = z.object({ currency: z.string(), amount });

/** Amounts, by currency, up to which one operator decides alone. Raising one needs a second operator. */
export function platformLimitsWriter({ db, clock }: PlatformDeps): Pick<RecordWriter, 'create' | 'update'> {
  return {
    async create(tx, actor, values) {
      const { merchantId } = actor;
      const at = clock.now();
      await assertDecider(tx, actor, at);
      const given = newLimit.parse(values);
      const { currency } = given;
      if (scaleByIso(currency) === null) {
        throw new ValidationError({ currency: { key: 'currency_unknown', args: { value: currency } } });
      }
      const same = tx.selectFrom('platform_limits').where('merchant_id', '=', merchantId);
      if (await same.where('currency', '=', currency).select('id').executeTakeFirst()) {
        throw new ValidationError({ currency: { key: 'not_unique' } });
      }
      const id = uuidv7({ msecs: at.getTime() });
      const now = await limitOf(tx, currency);
      const wanted = { amount: given.amount.toString() };
      const sides = { before: { currency, amount: now.toString() }, after: { currency, ...wanted } };
      const act = { act: 'platform_limits.edit', recordId: id, tenantId: null, money: null, wanted };
      const waits = given.amount > now ? (await secondOpinion(tx, actor, { ...act, ...sides }, at)).waits : null;
      const row = { merchant_id: merchantId, id, currency, amount: waits === null ? given.amount : now, revision: 1 };
      await insertRows(tx, 'platform_limits', [{ ...row, created_at: at, updated_at: at }]);
      const after = { currency, amount: row.amount.toString() };
      await recordAudit(tx, { actor, action: 'platform_limits.create', recordId: id, after, at });
      return {
        ...(await readRecord(tx, LIMITS.view, merchantId, id)),
        ...(waits !== null && { pending_change: waits }),
      };
    },

    update: (actor, target, values) =>
      db.transaction((tx) => changePlatformLimit(tx, clock, { actor, target, values })),
  };
}

export const changePlatformLimit: Change = (tx, clock, change) => changeKept(tx, LIMITS, clock, change);
