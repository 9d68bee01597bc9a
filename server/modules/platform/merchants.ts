import { z } from 'zod';
import { PLATFORM_ID } from '#server/db/platform.ts';
import { ValidationError } from '#server/errors.ts';
import { optionalTextIn } from '#server/money/readForm.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, RecordWriter } from '#server/resources/RecordSource.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { assertTenantValues } from './assertTenantValues.ts';
import { changeCurrency } from './changeCurrency.ts';
import { changeKept, type KeptRows } from './changeKept.ts';
import { createMerchant, inviteMerchantOwner, MERCHANTS_VIEW } from './createMerchant.ts';
import type { PlatformMeans } from './PlatformMeans.ts';
import { amount, optionalText } from './terms.ts';

const MERCHANTS: KeptRows = {
  ...{ resource: 'merchants', table: 'merchants', key: 'merchant_id', view: MERCHANTS_VIEW },
  writable: z.object({
    name: z.string(),
    short_name: optionalText,
    contact_name: optionalText,
    phone: optionalText,
    email: optionalText,
    currency: z.string(),
    time_zone: z.string(),
    approval_threshold: amount,
    card_cooling_hours: z.int(),
    notify_url: optionalText,
    status: z.enum(['active', 'disabled']),
    remark: optionalText,
  }),
};

/** What may be left empty in the form of a new merchant, but has a value in every merchant. */
const NEVER_EMPTY = ['currency', 'time_zone', 'approval_threshold', 'card_cooling_hours', 'status'] as const;

/** What the platform knows and decides of a merchant. One that it disables is signed out with its next request. */
export function merchantsWriter(means: PlatformMeans): Pick<RecordWriter, 'create' | 'update'> {
  const { db, clock } = means;
  return {
    async create(tx, actor, values) {
      const id = await createMerchant(tx, means, actor, values);
      return readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
    },

    async update(actor, target, values) {
      const emptied = NEVER_EMPTY.filter((source) => values[source] === null);
      if (emptied.length > 0) {
        throw new ValidationError(Object.fromEntries(emptied.map((source) => [source, { key: 'required' }])));
      }
      assertTenantValues(values, means);
      return db.transaction(async (tx) => {
        const { currency: from } = await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, target.id);
        const to = optionalTextIn(values, 'currency');
        const after = await changeKept(tx, MERCHANTS, clock, { actor, target, values });
        if (to !== null && typeof from === 'string' && to !== from) {
          await changeCurrency(tx, actor, { id: target.id, from, to }, clock.now());
        }
        return after;
      });
    },
  };
}

/** What operators do with a merchant besides. */
export function merchantsActions(means: PlatformMeans): Actions {
  return {
    invite: (tx, { actor, ids: [id = ''] }: { actor: Actor; ids: readonly string[] }) =>
      inviteMerchantOwner(tx, means, actor, id),
  };
}
