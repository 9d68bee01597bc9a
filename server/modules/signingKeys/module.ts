import { z } from 'zod';
import type { Translate } from '#shared/i18n/translator.ts';
import type { Clock } from '#server/clock.ts';
import type { Session } from '#server/http/session.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { addressesIn } from '#server/network/addressRanges.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { ActionCall } from '#server/resources/ResourceBackend.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { askForLimits } from './askForLimits.ts';
import { APPROVING, createKeyApprovals } from './createKeyApprovals.ts';
import { forgetOldKeys, isWaiting, keyStatusOf, makerOf } from './createSigningKeys.ts';
import { defaultLimits, proposedLimits, proposedTerms } from './keyTerms.ts';
import { scopesOf } from './service.ts';

export const signingKeysModule: Module = {
  resources: async ({ db, clock, translators, signingKeys }) => {
    const source = await viewSource(db, 'v_signing_keys');
    const approvals = createKeyApprovals({ clock });
    const managing = ({ actor, permissions }: Pick<ActionCall, 'actor' | 'permissions'>) => ({ ...actor, permissions });
    return {
      signing_keys: {
        source,
        sourceFor: (session, request) =>
          mappedSource(source, presented(translators[languageOf(request)], session, clock)),
        actions: {
          add: (tx, { values, ...by }) => signingKeys.add(tx, managing(by), values),
          change: (tx, { id, values, ...by }) => signingKeys.change(tx, managing(by), id, values),
          set_limits: (tx, { id, values, ...by }) => approvals.setLimits(tx, managing(by), id, values),
          replace: (tx, { id, values, ...by }) => signingKeys.replace(tx, managing(by), id, values),
          approve: (tx, { id, ...by }) => approvals.approve(tx, managing(by), id),
          reject: (tx, { id, ...by }) => approvals.reject(tx, managing(by), id),
          revoke: (tx, { actor, id }) => signingKeys.revoke(tx, actor, id),
        },
      },
    };
  },

  async maintain(db, now) {
    await forgetOldKeys(db.kysely, now);
    await askForLimits(db, now);
  },
};

const keySchema = z.object({
  name: z.string(),
  is_default: z.boolean(),
  may_collect: z.boolean(),
  may_pay: z.boolean(),
  may_query: z.boolean(),
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
function presented(translate: Translate, { userId, permissions }: Session, clock: Clock) {
  const scopesText = (key: Pick<Key, 'may_collect' | 'may_pay' | 'may_query'>) =>
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
      may_approve: permissions.has(APPROVING),
      wanted_scopes: scopesText(wanted),
      wanted_from: addressesText(wanted.addresses),
      wanted_ends_at: wanted.ends_at?.toISOString() ?? null,
      wanted_per_call_limit: String(limits.per_call_limit),
      wanted_per_day_limit: String(limits.per_day_limit),
    };
  }

  return (record: WireRecord): WireRecord => {
    const key = keySchema.parse(record);
    const { end_reason: _, proposal: __, is_approved: ___, approval_threshold: ____, ...shown } = record;
    const usual = defaultLimits(key);
    return {
      ...shown,
      ...waitingOf(key),
      key_id: record.id,
      name: key.is_default ? translate('signingKeys.default') : key.name,
      status: keyStatusOf(key, clock.now()),
      scopes: scopesText(key),
      allowed_from: addressesText(key.addresses),
      has_no_limit: key.may_pay && key.per_call_limit === null,
      // What the form begins with.
      next_per_call_limit: key.per_call_limit ?? usual.per_call_limit.toString(),
      next_per_day_limit: key.per_day_limit ?? usual.per_day_limit.toString(),
    };
  };
}
