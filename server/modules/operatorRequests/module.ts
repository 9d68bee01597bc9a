import { plainText } from '@merchant-console/declaration';
import { ConflictError, ForbiddenError, orNotFound } from '#server/errors.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { idOrNone } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenant.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { decisionFacts } from '../decisions/service.ts';
import { changeMerchantRate, changePlatformChannel } from '../platform/channels.ts';
import type { Change } from '../platform/changeKept.ts';
import { changePlatformLimit } from '../platform/limits.ts';
import { changeMerchant } from '../platform/merchants.ts';
import { changeFittingSettings } from '../platform/platformSettings.ts';
import { createWithdrawals } from '../withdrawals/service.ts';
import { cancel, lockPending, type OperatorRequest, reject } from './service.ts';

export const operatorRequestsModule: Module = {
  resources: async (services) => ({
    operator_requests: {
      ...markingOwn(await viewSource(services.db, 'operator_requests')),
      actions: operatorRequestActions(services),
      async details(merchantId, record, reader) {
        if (record['status'] !== 'pending') return {};
        const pending = { merchantId, resource: 'operator_requests', permission: plainText(record['act']), record };
        return decisionFacts(services, pending, reader);
      },
    },
  }),
};

/** Does an act as its second operator. Throws errors of the act. */
type Do = (tx: Tx, operator: Actor, request: OperatorRequest) => Promise<unknown>;

/** How each act is done, and the permission that it needs. */
function acts(services: Services): Readonly<Record<string, { permission: string; do: Do }>> {
  const { clock, deposits } = services;
  const withdrawals = createWithdrawals({ clock });
  const by =
    (change: Change): Do =>
    (tx, actor, { record_id: id, wanted: values }) =>
      change(tx, clock, { actor, target: { id, revision: null }, values });
  return {
    'deposit_reviews.pass': {
      permission: 'deposit_reviews.pass',
      do: async (tx, operator, { record_id }) => deposits.pass(tx, operator, await tenantOf(tx, 'deposits', record_id)),
    },
    'withdrawal_reviews.approve': {
      permission: 'withdrawal_reviews.approve',
      do: async (tx, operator, { record_id }) =>
        withdrawals.approve(tx, operator, await tenantOf(tx, 'withdrawals', record_id)),
    },
    'withdrawal_reviews.succeed': {
      permission: 'withdrawal_reviews.succeed',
      do: async (tx, operator, { record_id }) =>
        withdrawals.succeed(tx, operator, await tenantOf(tx, 'withdrawals', record_id)),
    },
    'withdrawal_reviews.fail': {
      permission: 'withdrawal_reviews.fail',
      do: async (tx, operator, { record_id, wanted }) =>
        withdrawals.fail(tx, operator, await tenantOf(tx, 'withdrawals', record_id), textIn(wanted, 'reject_reason')),
    },
    'merchants.edit': { permission: 'merchants.edit', do: by(changeMerchant) },
    'merchant_rates.edit': { permission: 'merchant_rates.edit', do: by(changeMerchantRate) },
    'platform_channels.edit': { permission: 'platform_channels.edit', do: by(changePlatformChannel) },
    'platform_settings.edit': { permission: 'platform_settings.edit', do: by(changeFittingSettings) },
    'platform_limits.edit': { permission: 'platform_limits.edit', do: by(changePlatformLimit) },
  };
}

function operatorRequestActions(services: Services): Actions {
  const { clock } = services;
  const known = acts(services);
  const onOne = returningRequestFrom('operator_requests');
  return {
    approve: onOne(async (tx, { actor, id, permissions }) => {
      const request = await requestOf(tx, id);
      const act = known[request.act];
      if (!act || !permissions.has(act.permission)) throw new ForbiddenError();
      // The act locks its record before the request, as it does when it is started from the record.
      if (request.status !== 'pending') await lockPending(tx, id, 'pass');
      await act.do(tx, actor, request);
      if ((await requestOf(tx, id)).status !== 'pass') throw new ConflictError();
      return { id };
    }),
    reject: onOne((tx, { actor, id, values }) => reject(tx, actor, id, textIn(values, 'reject_reason'), clock.now())),
    cancel: onOne((tx, { actor, id }) => cancel(tx, actor, id, clock.now())),
  };
}

async function requestOf(tx: DbOrTx, id: string): Promise<OperatorRequest> {
  const requests = tx.selectFrom('operator_requests').where('merchant_id', '=', PLATFORM_ID).selectAll();
  return orNotFound(await requests.where('id', '=', idOrNone(id)).executeTakeFirst());
}
