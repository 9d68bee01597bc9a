import type { Transaction } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { createSubmerchants, SUBMERCHANTS_VIEW, type SubmerchantsMeans } from './service.ts';

type Tx = Transaction<Database>;

/** What a merchant does with those below it. */
export function submerchantsBackend(means: SubmerchantsMeans & { db: Db }): Omit<ResourceBackend, 'source'> {
  const submerchants = createSubmerchants(means);
  const answer = (tx: Tx, { merchantId }: Actor, id: string) => readRecord(tx, SUBMERCHANTS_VIEW, merchantId, id);
  const onOne =
    (act: (tx: Tx, actor: Actor, id: string) => Promise<string>): ActionHandler =>
    async (tx, { actor, ids: [id = ''] }) =>
      answer(tx, actor, await act(tx, actor, id));
  return {
    writer: {
      update: (actor, target, values) =>
        means.db.transaction(async (tx) => answer(tx, actor, await submerchants.edit(tx, actor, target, values))),
    },
    actions: {
      invite: (tx, { actor, values }) => submerchants.create(tx, actor, values),
      reinvite: (tx, { actor, ids: [id = ''] }) => submerchants.reinvite(tx, actor, id),
      disable: onOne(submerchants.disable),
      enable: onOne(submerchants.enable),
    },
  };
}
