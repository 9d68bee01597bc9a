import { submerchantStatistics } from '#shared/contract/submerchantStatistics.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, RecordSource } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { createSubmerchants, SUBMERCHANTS_VIEW, type SubmerchantsDeps } from './service.ts';
import { dailySource } from './statistics/dailySource.ts';
import { createSubmerchantStatistics } from './statistics/service.ts';
import { withBranches } from './withBranches.ts';

export const submerchantsModule: Module = {
  routes(router, { db }) {
    const statistics = createSubmerchantStatistics({ db });
    router.signedIn(submerchantStatistics, ({ session: { merchantId }, query: { from, to, submerchant_id } }) =>
      statistics.overview(merchantId, { from, to }, submerchant_id ?? null),
    );
  },

  resources: async (services) => {
    const { db } = services;
    const ofBranch = (source: RecordSource) => ({ side: 'live' as const, source: withBranches(db, source) });
    return {
      submerchants: { side: 'live', source: await viewSource(db, SUBMERCHANTS_VIEW), ...submerchantsBackend(services) },
      submerchant_orders: ofBranch(await viewSource(db, 'v_submerchant_orders')),
      submerchant_payouts: ofBranch(await viewSource(db, 'v_submerchant_payouts')),
      submerchant_refunds: ofBranch(await viewSource(db, 'v_submerchant_refunds')),
      submerchant_stats: ofBranch(dailySource(db)),
    };
  },
};

/** Writer and actions of sub-merchants. */
function submerchantsBackend(deps: SubmerchantsDeps & { db: Db }): Omit<ResourceBackend, 'source'> {
  const submerchants = createSubmerchants(deps);
  const answer = (tx: Tx, { merchantId }: Actor, id: string) => readRecord(tx, SUBMERCHANTS_VIEW, merchantId, id);
  const onOne =
    (act: (tx: Tx, actor: Actor, id: string) => Promise<string>): ActionHandler =>
    async (tx, { actor, id }) =>
      answer(tx, actor, await act(tx, actor, id));
  return {
    writer: {
      update: (actor, target, values) =>
        deps.db.transaction(async (tx) => answer(tx, actor, await submerchants.edit(tx, actor, target, values))),
    },
    actions: {
      invite: (tx, { actor, values }) => submerchants.create(tx, actor, values),
      reinvite: (tx, { actor, id }) => submerchants.reinvite(tx, actor, id),
      disable: onOne(submerchants.disable),
      enable: onOne(submerchants.enable),
    },
  };
}
