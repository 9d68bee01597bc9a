import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { reasonInWords, refusalSchema } from './refusal.ts';
import { forgetOldCalls } from './service.ts';

export const apiCallsModule: Module = {
  resources: async (services) => {
    const source = await viewSource(services.db, 'api_calls');
    return {
      api_calls: {
        source,
        sourceFor: (_session, request) => mappedSource(source, withReason(services, request)),
      },
    };
  },

  maintain: forgetOldCalls,
};

/** Replaces the parts of the reason with its text in the reader's language. */
function withReason({ translateError, translators }: Services, request: WithLanguage) {
  const errorText = translateError(request);
  const translate = translators[languageOf(request)];
  return ({ refusal, ...record }: WireRecord): WireRecord => {
    const { error } = record;
    const isAccepted = typeof error !== 'string' || refusal === null;
    return {
      ...record,
      reason: isAccepted ? null : reasonInWords({ error, refusal: refusalSchema.parse(refusal) }, errorText, translate),
    };
  };
}
