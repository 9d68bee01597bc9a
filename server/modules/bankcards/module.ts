import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import { returningRecordFrom, readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter } from '#server/resources/RecordSource.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { type Bankcard, CARDS_VIEW } from './cardTable.ts';
import { createBankcards } from './service.ts';

export const bankcardsModule: Module = {
  resources: async (services) => {
    const { writer, actions } = bankcardsBackend(services);
    return {
      bankcards: {
        source: await viewSource(services.db, CARDS_VIEW),
        writer: { ...writer, reveal: revealAccount(services, 'bankcards') },
        actions,
      },
    };
  },
};

/** Writer and actions of cards. */
function bankcardsBackend(deps: {
  db: Db;
  clock: Clock;
  cipher: Cipher;
}): Required<Pick<ResourceBackend, 'actions'>> & { writer: Pick<RecordWriter, 'create' | 'update'> } {
  const { db } = deps;
  const cards = createBankcards(deps);
  const answer = async (tx: Tx, { merchant_id, id }: Bankcard) => readRecord(tx, CARDS_VIEW, merchant_id, id);
  const onOne = returningRecordFrom(CARDS_VIEW);
  return {
    writer: {
      create: async (tx, actor, values) => answer(tx, await cards.create(tx, actor, values)),
      update: (actor, target, values) =>
        db.transaction(async (tx) => answer(tx, await cards.update(tx, actor, target, values))),
    },
    actions: {
      enable: onOne((tx, { actor, id }) => cards.enable(tx, actor, id)),
      disable: onOne((tx, { actor, id }) => cards.disable(tx, actor, id)),
      set_default: onOne((tx, { actor, id }) => cards.setDefault(tx, actor, id)),
    },
  };
}
