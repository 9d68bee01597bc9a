import type { Tx } from '#server/db/schema.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import { returningRecordFrom, readRecord } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { type Payee, PAYEES_VIEW } from './service.ts';

export const payeesModule: Module = {
  resources: async (services) => {
    const { db, payees } = services;
    const answer = (tx: Tx, { merchant_id, id }: Payee) => readRecord(tx, PAYEES_VIEW, merchant_id, id);
    const onOne = returningRecordFrom(PAYEES_VIEW);
    return {
      payees: {
        source: await viewSource(db, PAYEES_VIEW),
        writer: {
          create: async (tx, actor, values) => answer(tx, await payees.create(tx, actor, values)),
          update: (actor, target, values) =>
            db.transaction(async (tx) => answer(tx, await payees.update(tx, actor, target, values))),
          reveal: revealAccount(services, 'payees'),
        },
        actions: {
          enable: onOne((tx, { actor, id }) => payees.enable(tx, actor, id)),
          disable: onOne((tx, { actor, id }) => payees.disable(tx, actor, id)),
        },
      },
    };
  },
};
