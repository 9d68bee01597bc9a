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
  /** Values of the response that are sent with the action. */
  agreed: Readonly<Record<string, unknown>>;
  /** Requests it for the current values, without waiting for a pause in typing. Resolves to whether it succeeded. */
  ask(): Promise<boolean>;
}

/**
 * Fetches a forecast of an action on one record or on the list as a whole, for the current values of its form. Null for
 * an action without a quote.
 */
export function useActionQuote(
  resource: string,
  { key, quote, scope }: Pick<Action, 'key' | 'quote' | 'scope'>,
  id: Identifier | undefined,
  form: UseFormReturn<FieldRecord>,
): ActionQuote | null {
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const watched = useWatch({ control: form.control, name: quote?.asks ?? [] });
  // Values that aren't text are unreadable input.
  const typed = JSON.stringify(watched.map((value: unknown) => (typeof value === 'string' ? value : '')));
  const settled = useSettled(typed, PAUSE_MS);
  const queryClient = useQueryClient();
  const optionsFor = (values: string) => {
    const texts = z.array(z.string()).parse(JSON.parse(values));
    const asked = (quote?.asks ?? []).map((source, index) => [source, texts[index] ?? ''] as const);
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
  const options = optionsFor(settled);
  const isComplete = options.enabled;
  // The figures don't change under the user's eyes, even if all data are refetched.
  const { data, error, isFetching } = useQuery({ ...options, staleTime: 'static' });
  if (!quote) return null;
  const isCurrent = settled === typed && isComplete;
  const answer = isCurrent && error === null ? (data ?? null) : null;
  const agreed = Object.entries(quote.agreed).map(([source, part]) => [source, answer?.[part] ?? null] as const);
  return {
    answer,
    figures: answer ?? (isCurrent && error instanceof ApiError ? error.quote : null) ?? {},
    error: isCurrent ? error : null,
    isPending: settled !== typed || (isComplete && isFetching && !data),
    agreed: answer ? Object.fromEntries(agreed) : {},
    async ask() {
      const { enabled, ...now } = optionsFor(typed);
      if (!enabled) return false;
      return queryClient.query({ ...now, staleTime: 0 }).then(
        () => true,
        () => false,
      );
    },
  };
}
