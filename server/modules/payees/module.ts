import { revealAccount } from '#server/money/revealAccount.ts';
import { returningRecordFrom, writerReturningFrom } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { PAYEES_VIEW } from './service.ts';

export const payeesModule: Module = {
  resources: async (services) => {
    const { db, payees } = services;
    const onOne = returningRecordFrom(PAYEES_VIEW);
    return {
      payees: {
        source: await viewSource(db, PAYEES_VIEW, SEARCH.payees),
        stepUp: ['create', 'update', 'enable'],
        writer: { ...writerReturningFrom(PAYEES_VIEW, db, payees), reveal: revealAccount(services, 'payees') },
        actions: {
          enable: onOne((tx, { actor, id }) => payees.enable(tx, actor, id)),
          disable: onOne((tx, { actor, id }) => payees.disable(tx, actor, id)),
        },
      },
    };
  },
};
