import { z } from 'zod';
import type { Translate } from '#shared/i18n/translator.ts';
import type { Clock } from '#server/clock.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { addressesIn } from '#server/network/addressRanges.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { forgetOldKeys, keyStatusOf } from './createSigningKeys.ts';
import { scopesOf } from './service.ts';

export const signingKeysModule: Module = {
  resources: async ({ db, clock, translators, signingKeys }) => {
    const source = await viewSource(db, 'v_signing_keys');
    return {
      signing_keys: {
        source,
        sourceFor: (_session, request) => mappedSource(source, presented(translators[languageOf(request)], clock)),
        actions: {
          add: (tx, { actor, values }) => signingKeys.add(tx, actor, values),
          change: (tx, { actor, id, values }) => signingKeys.change(tx, actor, id, values),
          replace: (tx, { actor, id, values }) => signingKeys.replace(tx, actor, id, values),
          revoke: (tx, { actor, id }) => signingKeys.revoke(tx, actor, id),
        },
      },
    };
  },

  maintain: ({ kysely }, now) => forgetOldKeys(kysely, now),
};

const keySchema = z.object({
  name: z.string(),
  is_default: z.boolean(),
  may_collect: z.boolean(),
  may_pay: z.boolean(),
  may_query: z.boolean(),
  addresses: z.string(),
  ends_at: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  end_reason: z.enum(['expired', 'replaced', 'revoked']).nullable(),
});

/** Adds the texts that the list shows, in the reader's language, and the current state of the key. */
function presented(translate: Translate, clock: Clock) {
  return (record: WireRecord): WireRecord => {
    const key = keySchema.parse(record);
    const { end_reason: _, ...shown } = record;
    return {
      ...shown,
      key_id: record.id,
      name: key.is_default ? translate('signingKeys.default') : key.name,
      status: keyStatusOf(key, clock.now()),
      scopes: [...scopesOf(key)].map((scope) => translate(`signingKeys.scopes.${scope}`)).join(' · '),
      allowed_from: addressesIn(key.addresses).join(', ') || translate('signingKeys.any_address'),
    };
  };
}
