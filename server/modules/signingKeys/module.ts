import { z } from 'zod';
import { type Translate, plainText } from '@merchant-console/declaration';
import { localTime, waitEnds } from '#server/access/powers.ts';
import type { Session } from '#server/http/session.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { addressesIn } from '#server/network/addressRanges.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { ActionCall, Reader } from '#server/resources/ResourceBackend.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import { decisionFacts } from '../decisions/service.ts';
import type { Module } from '../Module.ts';
import { askForLimits } from './askForLimits.ts';
import { APPROVING, createKeyApprovals, MANAGING } from './createKeyApprovals.ts';
import { createKeyVersions } from './createKeyVersions.ts';
import { forgetOldKeys, isWaiting, makerOf } from './createSigningKeys.ts';
import { keyStatusOf } from './heldKeys.ts';
import { defaultLimits, mayPay, proposedLimits, proposedTerms } from './keyTerms.ts';
import { scopesOf } from './service.ts';

export const signingKeysModule: Module = {
  resources: async (services) => {
    const { db, clock, signingKeys, gatewayVersions } = services;
    const source = await viewSource(db, 'v_signing_keys');
    const approvals = createKeyApprovals({ clock });
    const setVersion = createKeyVersions({ clock, names: gatewayVersions.map(({ name }) => name) });
    const managing = ({ actor, permissions }: Pick<ActionCall, 'actor' | 'permissions'>) => ({ ...actor, permissions });
    return {
      signing_keys: {
        source,
        sourceFor: (session, request) =>
          mappedSource(source, presented(services, services.translators[languageOf(request)], session)),
        details: (merchantId, record, reader) => factsOf(services, merchantId, record, reader),
        actions: {
          add: (tx, { values, ...by }) => signingKeys.add(tx, managing(by), values),
          change: (tx, { id, values, ...by }) => signingKeys.change(tx, managing(by), id, values),
          set_limits: (tx, { id, values, ...by }) => approvals.setLimits(tx, managing(by), id, values),
          set_version: (tx, { id, values, ...by }) => setVersion(tx, managing(by), id, values),
          replace: (tx, { id, values, ...by }) => signingKeys.replace(tx, managing(by), id, values),
          approve: (tx, { id, ...by }) => approvals.approve(tx, managing(by), id),
          reject: (tx, { id, ...by }) => approvals.reject(tx, managing(by), id),
          revoke: (tx, { actor, id }) => signingKeys.revoke(tx, actor, id),
        },
      },
    };
  },

  async maintain(db, now) {
    await forgetOldKeys(db, now);
    await askForLimits(db, now);
  },
};

const keySchema = z.object({
  name: z.string(),
  is_default: z.boolean(),
  may_collect: z.boolean(),
  may_pay: z.boolean(),
  may_query: z.boolean(),
  may_list: z.boolean(),
  addresses: z.string(),
  approval_threshold: z.string().transform(BigInt),
  per_call_limit: z.string().nullable(),
  per_day_limit: z.string().nullable(),
  is_approved: z.boolean(),
  proposal: z.record(z.string(), z.unknown()).nullable(),
  creator_id: z.string().nullable(),
  proposer_id: z.string().nullable(),
  ends_at: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  end_reason: z.enum(['expired', 'replaced', 'revoked', 'rejected']).nullable(),
});
type Key = z.output<typeof keySchema>;

/** Fields of a key that waits for nobody. */
const NOTHING_WANTED = {
  wanted_scopes: null,
  wanted_from: null,
  wanted_ends_at: null,
  wanted_per_call_limit: null,
  wanted_per_day_limit: null,
};

/** Adds the texts that the list shows, in the reader's language, the current state of the key and what waits. */
function presented(
  { db, clock, gatewayVersions }: Services,
  translate: Translate,
  { merchantId, userId, permissions }: Session,
) {
  /** Read with the first record, for all of them. */
  let reading: ReturnType<typeof waitEnds> | null = null;

  /** What the reader may do with a key now. */
  async function rightsOf({ may_pay }: Key) {
    const mayApprove = permissions.has(APPROVING);
    if (!permissions.has(MANAGING.permission)) return { may_change: false, may_approve: false, may_reject: mayApprove };
    reading ??= waitEnds(db.kysely, { merchantId, userId }, clock.now());
    const waitEnd = await reading;
    const from = waitEnd(MANAGING.power);
    return {
      may_change: from === null && (!may_pay || (mayPay(permissions) && waitEnd('pay') === null)),
      may_approve: mayApprove && from === null && waitEnd('approve') === null,
      // Rejecting needs no wait.
      may_reject: mayApprove,
      usable_from: from?.toISOString() ?? null,
    };
  }

  const scopesText = (key: Pick<Key, 'may_collect' | 'may_pay' | 'may_query' | 'may_list'>) =>
    [...scopesOf(key)].map((scope) => translate(`signingKeys.scopes.${scope}`)).join(' · ');
  const addressesText = (addresses: string) =>
    addressesIn(addresses).join(', ') || translate('signingKeys.any_address');

  /** What a new key would be, or a changed one would become. */
  function waitingOf(key: Key) {
    const waits = isWaiting(key) && keyStatusOf(key, clock.now()) !== key.end_reason;
    if (!waits) return { waits, ...NOTHING_WANTED };
    const wanted = key.proposal && !key.is_default ? proposedTerms(key.proposal) : key;
    const limits = key.proposal ? proposedLimits(key.proposal) : key;
    return {
      waits,
      is_own: makerOf(key) === userId,
      wanted_scopes: scopesText(wanted),
      wanted_from: addressesText(wanted.addresses),
      wanted_ends_at: wanted.ends_at?.toISOString() ?? null,
      wanted_per_call_limit: String(limits.per_call_limit),
      wanted_per_day_limit: String(limits.per_day_limit),
    };
  }

  return async (record: WireRecord): Promise<WireRecord> => {
    const key = keySchema.parse(record);
    const { end_reason: _, proposal: __, is_approved: ___, approval_threshold: ____, ...shown } = record;
    const usual = defaultLimits(key);
    return {
      ...shown,
      ...waitingOf(key),
      ...(await rightsOf(key)),
      key_id: record.id,
      name: key.is_default ? translate('signingKeys.default') : key.name,
      status: keyStatusOf(key, clock.now()),
      scopes: scopesText(key),
      allowed_from: addressesText(key.addresses),
      has_versions: gatewayVersions.length > 1,
      has_no_limit: key.may_pay && key.per_call_limit === null,
      // What the form begins with.
      next_per_call_limit: key.per_call_limit ?? usual.per_call_limit.toString(),
      next_per_day_limit: key.per_day_limit ?? usual.per_day_limit.toString(),
    };
  };
}

/** Who may approve what waits, or why the reader can't manage keys yet. */
async function factsOf(
  services: Services,
  merchantId: string,
  record: WireRecord,
  reader: Reader,
): Promise<Readonly<Record<string, unknown>>> {
  if (record['waits'] === true) {
    const maker = record['status'] === 'pending_approval' ? record['creator_id'] : record['proposer_id'];
    const pending = { ...record, creator_id: maker };
    const asked = { merchantId, resource: 'signing_keys', permission: APPROVING, also: MANAGING, record: pending };
    const { deciders, decision_hint, may_approve } = await decisionFacts(services, asked, reader);
    return { deciders, decision_hint, may_approve: may_approve ?? record['may_approve'] };
  }
  const from = plainText(record['usable_from']);
  if (from === '') return {};
  const translate = services.translators[languageOf(reader.request)];
  return { decision_hint: translate('errors.power_waiting', { from: await localTime(services.db.kysely, reader.actor, new Date(from)) }) }; // prettier-ignore
}
