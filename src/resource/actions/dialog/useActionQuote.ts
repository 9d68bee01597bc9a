import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '#console/api/ApiError.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import type { Action } from '#shared/declaration/action.ts';

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
  /** Requests it again, for the same values. */
  askAgain(): void;
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
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const watched = useWatch({ control: form.control, name: quote?.asks ?? [] });
  // Values that aren't text are unreadable input.
  const typed = JSON.stringify(watched.map((value: unknown) => (typeof value === 'string' ? value : '')));
  const settled = useSettled(typed, PAUSE_MS);
  const texts = z.array(z.string()).parse(JSON.parse(settled));
  const asked = (quote?.asks ?? []).map((source, index) => [source, texts[index] ?? ''] as const);
  const sent = asked.filter(([, text]) => text !== '');
  const isComplete =
    quote !== null &&
    (scope !== 'row' || id !== undefined) &&
    asked.every(([source, text]) => text !== '' || quote.optional.includes(source));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [resource, 'actionQuote', key, id, settled],
    queryFn: async ({ signal }) => {
      // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
      const action = { method: 'POST', path: quote?.path ?? '', then: 'refresh' } as const;
      const values = Object.fromEntries(sent);
      const request = { action, values, idempotencyKey: null, signal, ...(id !== undefined && { id }) };
      return answerSchema.parse((await dataProvider.runAction(resource, request)).data);
    },
    enabled: isComplete,
    retry: false,
    // The figures don't change under the user's eyes, even if all data are refetched.
    staleTime: 'static',
    gcTime: 0,
    meta: { hasOwnErrorDisplay: true },
  });
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
    askAgain: () => void (isComplete && refetch({ cancelRefetch: false })),
  };
}
