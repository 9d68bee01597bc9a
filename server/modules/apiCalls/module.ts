import type { TranslateError } from '#server/http/errorTexts.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { reasonInWords, refusalSchema } from './refusal.ts';
import { forgetOldCalls } from './service.ts';

export const apiCallsModule: Module = {
  resources: async ({ db, translateError }) => {
    const source = await viewSource(db, 'api_calls');
    return {
      api_calls: {
        source,
        sourceFor: (_session, request) => mappedSource(source, withReason(translateError(request))),
      },
    };
  },

  maintain: forgetOldCalls,
};

/** Replaces the parts of the reason by its text in the language of the reader. */
function withReason(translate: ReturnType<TranslateError>) {
  return ({ refusal, ...record }: WireRecord): WireRecord => {
    const { error } = record;
    const isAccepted = typeof error !== 'string' || refusal === null;
    return {
      ...record,
      reason: isAccepted ? null : reasonInWords({ error, refusal: refusalSchema.parse(refusal) }, translate),
    };
  };
}
