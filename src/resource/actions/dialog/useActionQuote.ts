import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import type { Action } from '#shared/declaration/action.ts';

/** While the user types, in milliseconds. */
const PAUSE_MS = 300;

const answerSchema = z.record(z.string(), z.unknown());

/** What the action would do, by the server's word. */
export interface ActionQuote {
  /** The answer for what stands in the form, or null while there is none. */
  answer: FieldRecord | null;
  /** Why the server gives none. */
  error: Error | null;
  isPending: boolean;
  /** The values of the answer that are sent with the action. */
  agreed: Readonly<Record<string, unknown>>;
}

/** Asks what an action would do with one record, for the values that stand in its form. Null for an action without a quote. */
export function useActionQuote(
  resource: string,
  { key, quote }: Pick<Action, 'key' | 'quote'>,
  id: Identifier | undefined,
  form: UseFormReturn<FieldRecord>,
): ActionQuote | null {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const watched = useWatch({ control: form.control, name: quote?.asks ?? [] });
  // Something that can't be read is no text.
  const typed = JSON.stringify(watched.map((value: unknown) => (typeof value === 'string' ? value : '')));
  const settled = useSettled(typed, PAUSE_MS);
  const texts = z.array(z.string()).parse(JSON.parse(settled));
  const isComplete = quote !== null && id !== undefined && texts.every((text) => text !== '');
  const { data, error, isFetching } = useQuery({
    queryKey: [resource, 'actionQuote', key, id, settled],
    queryFn: async ({ signal }) => {
      const values = Object.fromEntries((quote?.asks ?? []).map((source, index) => [source, texts[index]]));
      // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
      const action = { method: 'POST', path: quote?.path ?? '', then: 'refresh' } as const;
      const request = { action, values, idempotencyKey: null, signal, ...(id !== undefined && { id }) };
      return answerSchema.parse((await dataProvider.runAction(resource, request)).data);
    },
    enabled: isComplete,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    meta: { isToldInPlace: true },
  });
  if (!quote) return null;
  const isCurrent = settled === typed && isComplete;
  const answer = isCurrent && error === null ? (data ?? null) : null;
  const agreed = Object.entries(quote.agreed).map(([source, part]) => [source, answer?.[part] ?? null] as const);
  return {
    answer,
    error: isCurrent ? error : null,
    isPending: settled !== typed || (isComplete && isFetching && !data),
    agreed: answer ? Object.fromEntries(agreed) : {},
  };
}
