import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '@merchant-console/ra-provider';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { useSettled } from '../../ui/useSettled.ts';
import type { Action } from '@merchant-console/declaration';

/** Pause in typing before the request, in milliseconds. */
const PAUSE_MS = 300;

const answerSchema = z.record(z.string(), z.unknown());

/** The server's forecast of what the action would do. */
export interface ActionQuote {
  /** The response for the form's current values, or null while there is none. */
  answer: FieldRecord | null;
  /** The known figures: those of the response, or those with which the server rejected it. */
  figures: FieldRecord;
  /** Why the server returned none, or null. */
  error: Error | null;
  isPending: boolean;
  /**
   * Requests it for the current values, without waiting for a pause in typing. Resolves to null if the form lacks a value.
   * @throws {Error} if the call fails; `error` has the reason, too
   */
  ask(): Promise<FieldRecord | null>;
}

interface QuoteOptions {
  resource: string;
  action: Pick<Action, 'key' | 'quote' | 'scope'>;
  /** The target record; undefined for the list as a whole. */
  id: Identifier | undefined;
  form: UseFormReturn<FieldRecord>;
  /** The values to send of those that the quote asks for. Default: all. */
  askedOf?: ((values: FieldRecord) => FieldRecord) | undefined;
  /** Interval in milliseconds in which the quote is refreshed, 0 to refresh it only with all other data, or null to keep its figures. */
  refreshMs: number | null;
}

/**
 * Fetches a forecast of an action on one record or on the list as a whole, for the current values of its form. Null for
 * an action without a quote.
 */
export function useActionQuote(options: QuoteOptions): ActionQuote | null {
  const { resource, id, form, askedOf = (values) => values, refreshMs } = options;
  const { key, quote, scope } = options.action;
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const asks = quote?.asks ?? [];
  const watched = useWatch({ control: form.control, name: asks });
  const given = askedOf(Object.fromEntries(asks.map((source, at) => [source, watched[at]])));
  // Values that aren't text are unreadable input.
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const typed = JSON.stringify(asks.map((source) => textOf(given[source])));
  const settled = useSettled(typed, PAUSE_MS);
  const queryClient = useQueryClient();
  const optionsFor = (values: string) => {
    const texts = z.array(z.string()).parse(JSON.parse(values));
    const asked = asks.map((source, index) => [source, texts[index] ?? ''] as const);
    return {
      queryKey: [resource, 'actionQuote', key, id, values],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
        const action = { method: 'POST', path: quote?.path ?? '', then: 'refresh' } as const;
        const sent = Object.fromEntries(asked.filter(([, text]) => text !== ''));
        const request = { action, values: sent, idempotencyKey: null, signal, ...(id !== undefined && { id }) };
        return answerSchema.parse((await dataProvider.runAction(resource, request)).data);
      },
      enabled:
        quote !== null &&
        (scope !== 'row' || id !== undefined) &&
        asked.every(([source, text]) => text !== '' || quote.optional.includes(source)),
      retry: false,
      // Until the pause in typing is over, nothing observes what `ask` has fetched.
      gcTime: 2 * PAUSE_MS,
      meta: { hasOwnErrorDisplay: true },
    };
  };
  const { enabled: isComplete, ...known } = optionsFor(settled);
  const { data, error, isFetching } = useQuery({
    ...known,
    enabled: isComplete,
    // Otherwise the figures don't change under the user's eyes, even if all data are refetched.
    staleTime: refreshMs === null ? 'static' : 0,
    refetchInterval: refreshMs === null || refreshMs === 0 ? false : refreshMs,
  });
  if (!quote) return null;
  const now = optionsFor(typed);
  const isSettled = settled === typed;
  const isCurrent = isSettled && isComplete;
  const answer = isCurrent && error === null ? (data ?? null) : null;
  return {
    answer,
    figures: answer ?? (isCurrent && error instanceof ApiError ? error.quote : null) ?? {},
    error: isCurrent ? error : null,
    isPending: now.enabled && (!isSettled || (isFetching && !data && error === null)),
    async ask() {
      const { enabled, ...asked } = now;
      return enabled ? queryClient.query({ ...asked, staleTime: 0 }) : null;
    },
  };
}
