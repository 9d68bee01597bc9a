import { revealAccount } from '#server/money/revealAccount.ts';
import { returningRecordFrom, writerReturningFrom } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { CARDS_VIEW } from './cardTable.ts';
import { createBankcards } from './service.ts';

export const bankcardsModule: Module = {
  resources: async (services) => {
    const { db } = services;
    const cards = createBankcards(services);
    const onOne = returningRecordFrom(CARDS_VIEW);
    return {
      bankcards: {
        source: await viewSource(db, CARDS_VIEW, SEARCH.bankcards),
        stepUp: ['create', 'update', 'enable'],
        writer: { ...writerReturningFrom(CARDS_VIEW, db, cards), reveal: revealAccount(services, 'bankcards') },
        actions: {
          enable: onOne((tx, { actor, id }) => cards.enable(tx, actor, id)),
          disable: onOne((tx, { actor, id }) => cards.disable(tx, actor, id)),
          set_default: onOne((tx, { actor, id }) => cards.setDefault(tx, actor, id)),
        },
      },
    };
  },
};
