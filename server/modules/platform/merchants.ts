import { z } from 'zod';
import type { RecordWriter } from '#server/resources/RecordSource.ts';
import { changeKept, type KeptRows } from './changeKept.ts';
import type { PlatformMeans } from './PlatformMeans.ts';
import { amount, optionalText } from './terms.ts';

const MERCHANTS: KeptRows = {
  ...{ resource: 'merchants', table: 'merchants', key: 'merchant_id', view: 'v_merchants' },
  writable: z.object({
    name: z.string(),
    short_name: optionalText,
    contact_name: optionalText,
    phone: optionalText,
    email: optionalText,
    approval_threshold: amount,
    status: z.enum(['active', 'disabled']),
    remark: optionalText,
  }),
};

/** What the platform knows and decides of a merchant. One that it disables is signed out with its next request. */
export function merchantsWriter({ db, clock }: PlatformMeans): Pick<RecordWriter, 'update'> {
  return {
    update: (actor, target, values) =>
      db.transaction((tx) => changeKept(tx, MERCHANTS, clock, { actor, target, values })),
  };
}
