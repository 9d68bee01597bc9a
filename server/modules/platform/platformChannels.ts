import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { insertRows } from '#server/db/rows.ts';
import { ValidationError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter } from '#server/resources/RecordSource.ts';
import { changeKept, type KeptRows, type PlatformDeps } from './changeKept.ts';
import { checkTerms, terms, DEFAULT_TERMS } from './terms.ts';

const CHANNELS: KeptRows = {
  resource: 'platform_channels',
  table: 'channels',
  key: 'id',
  view: 'v_platform_channels',
  writable: terms.extend({ name: z.string() }),
  check: checkTerms,
};

const newChannel = terms.extend({
  name: z.string(),
  code: z.string(),
  type: z.enum(['collection', 'payout', 'deposit', 'withdrawal']),
  currency: z.string(),
});

/** The platform's own channels. Closing one closes it for all merchants. */
export function platformChannelsWriter({ db, clock }: PlatformDeps): Pick<RecordWriter, 'create' | 'update'> {
  return {
    async create(tx, actor, values) {
      const { merchantId } = actor;
      const at = clock.now();
      const given = newChannel.parse({ ...DEFAULT_TERMS, ...values });
      checkTerms(given);
      const same = tx.selectFrom('channels').where('merchant_id', '=', merchantId).where('code', '=', given.code);
      if (await same.select('id').executeTakeFirst()) throw new ValidationError({ code: { key: 'not_unique' } });
      const id = uuidv7({ msecs: at.getTime() });
      const own = { merchant_id: merchantId, id, platform_channel_id: null, revision: 1 };
      await insertRows(tx, 'channels', [{ ...own, ...given, created_at: at, updated_at: at }]);
      const { name, code, type, currency } = given;
      const after = { name, code, type, currency };
      await recordAudit(tx, { actor, action: 'platform_channels.create', recordId: id, after, at });
      return readRecord(tx, CHANNELS.view, merchantId, id);
    },

    update: (actor, target, values) =>
      db.transaction((tx) => changeKept(tx, CHANNELS, clock, { actor, target, values })),
  };
}
