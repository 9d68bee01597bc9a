import type { Tx } from '#server/db/schema.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import { returningRecordFrom, readRecord } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { type Bankcard, CARDS_VIEW } from './cardTable.ts';
import { createBankcards } from './service.ts';

export const bankcardsModule: Module = {
  resources: async (services) => {
    const { db } = services;
    const cards = createBankcards(services);
    const answer = (tx: Tx, { merchant_id, id }: Bankcard) => readRecord(tx, CARDS_VIEW, merchant_id, id);
    const onOne = returningRecordFrom(CARDS_VIEW);
    return {
      bankcards: {
        source: await viewSource(db, CARDS_VIEW),
        writer: {
          create: async (tx, actor, values) => answer(tx, await cards.create(tx, actor, values)),
          update: (actor, target, values) =>
            db.transaction(async (tx) => answer(tx, await cards.update(tx, actor, target, values))),
          reveal: revealAccount(services, 'bankcards'),
        },
        actions: {
          enable: onOne((tx, { actor, id }) => cards.enable(tx, actor, id)),
          disable: onOne((tx, { actor, id }) => cards.disable(tx, actor, id)),
          set_default: onOne((tx, { actor, id }) => cards.setDefault(tx, actor, id)),
        },
      },
    };
  },
};
