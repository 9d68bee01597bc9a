import { z } from 'zod';
import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { reasonInWords, refusalSchema } from './refusal.ts';
import { forgetOldCalls } from './service.ts';

export const apiCallsModule: Module = {
  resources: async (services) => {
    const source = await viewSource(services.db, 'v_api_calls', SEARCH.api_calls);
    return {
      api_calls: { source, sourceFor: (_session, request) => mappedSource(source, inWords(services, request)) },
    };
  },

  maintain: forgetOldCalls,
};

const recordSchema = z.object({ type: z.string(), id: z.string() }).nullable();

/** Replaces the parts of the reason with its text in the reader's language, and those of the named record with fields. */
function inWords({ translateError, translators }: Services, request: WithLanguage) {
  const errorText = translateError(request);
  const translate = translators[languageOf(request)];
  return ({ refusal, record: named, ...call }: WireRecord): WireRecord => {
    const { error } = call;
    const record = recordSchema.parse(named);
    const isAccepted = typeof error !== 'string' || refusal === null;
    return {
      ...call,
      order_type: record?.type ?? null,
      record_id: record?.id ?? null,
      reason: isAccepted ? null : reasonInWords({ error, refusal: refusalSchema.parse(refusal) }, errorText, translate),
    };
  };
}
