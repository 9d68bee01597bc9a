import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify, useRefresh } from 'react-admin';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import { type Action, type Field, plainText, isCardNumber } from '@merchant-console/declaration';
import { errorOf, WordedError } from '@merchant-console/ra-provider';
import {
  errorText,
  fieldErrors,
  type FieldRecord,
  PAY_PASSWORD,
  useActionRun,
  useFormatContext,
  useSettled,
  valuesToSend,
} from '@merchant-console/ra-declared';
import type { MoneyKind, QuoteInput } from './moneyKinds.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/createApi.ts';

/** Typing pause, in milliseconds, before a quote is requested. */
const PAUSE_MS = 300;

const recordSchema = z.looseObject({ id: z.string() });
type RequestedRecord = z.infer<typeof recordSchema>;

interface MoneyFormConfig {
  kind: MoneyKind;
  action: Action;
  /** The fields of the action's form that users fill in. */
  fields: readonly Field[];
  form: UseFormReturn<FieldRecord>;
  onDone(record: RequestedRecord): void;
  /** Called if the choices may have changed. */
  onRefused(): void;
}

/** State and handlers of the steps from the form over the review to the request. */
export function useMoneyForm({ kind, action, fields, form, onDone, onRefused }: MoneyFormConfig) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const refresh = useRefresh();
  /** The agreed quote. The review is open while there is one. */
  const [agreed, setAgreed] = useState<MoneyQuote | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const isBusy = useRef(false);
  const sources = fields.map(({ source }) => source);

  const asked = quoteInput(kind, useWatch({ control: form.control }));
  const typed = `${asked?.amount ?? ''} ${asked?.number ?? ''}`;
  const isSettled = useSettled(typed, PAUSE_MS) === typed;
  const live = useQuote(kind, asked && isSettled ? asked : null, { isWatched: agreed !== null });
  const quote = { ...live, isPending: live.isPending || (asked !== null && !isSettled) };

  const run = useActionRun({
    resource: kind.resource,
    isIdempotent: action.idempotent,
    onDone({ data }) {
      refresh();
      const record = recordSchema.safeParse(data);
      if (record.success) onDone(record.data);
    },
    onFailedUnseen: (error) =>
      notify(translate('list.labelled', { label: translate(`menu.${kind.page}`), text: errorText(error, translate) }), {
        type: 'error',
      }),
  });

  function focusFirst(wrong: readonly string[]): void {
    const first = sources.find((source) => wrong.includes(source));
    if (first !== undefined) form.setFocus(first);
  }

  /** Shows each message at its input and focuses the first. Only messages about the form's fields lead back to it. */
  function showRefusal(error: Error): void {
    const { byField, rest } = fieldErrors(error, [...sources, PAY_PASSWORD, KEY, ...AGREED]);
    const at = (source: string) => byField.find(([name]) => name === source)?.[1] ?? null;
    const ofForm = byField.filter(([source]) => sources.includes(source));
    if (at(KEY) !== null) {
      form.setValue(TRY.source, null);
      run.renew();
      setFailure(new WordedError(translate('moneyForms.lost_try_done')));
      return;
    }
    const changed = AGREED.map(at).find((message) => message !== null);
    const ofPassword = at(PAY_PASSWORD);
    flushSync(() => {
      form.setValue(PAY_PASSWORD, '');
      if (ofPassword !== null) form.setError(PAY_PASSWORD, { type: 'server', message: ofPassword });
      setFailure(changed === undefined ? rest : new WordedError(changed));
      if (ofForm.length > 0) setAgreed(null);
    });
    for (const [source, message] of ofForm) form.setError(source, { type: 'server', message });
    if (ofForm.length > 0) focusFirst(ofForm.map(([source]) => source));
    else form.setFocus(PAY_PASSWORD);
    onRefused();
    if (changed !== undefined) askAgain();
  }

  /** Requests the quote again; a failure shows as that of the quote. */
  function askAgain(): void {
    if (asked) void live.askNow(asked).catch(() => {});
  }

  /** Opens the review with a fresh quote. */
  async function review(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setHasTried(true);
    setFailure(null);
    setIsChecking(true);
    try {
      // Marks the form as submitted, so that its inputs are validated on every change.
      await form.handleSubmit(() => {})();
      const wrong = sources.filter((source) => form.getFieldState(source).invalid);
      const refused = live.error ? fieldErrors(live.error, sources).byField.map(([source]) => source) : [];
      const now = quoteInput(kind, form.getValues());
      if (wrong.length > 0 || !now) focusFirst([...wrong, ...refused]);
      else {
        setAgreed(await live.askNow(now));
        form.setValue(PAY_PASSWORD, '');
      }
    } catch (error) {
      // Inputs show the quote's messages about their own fields.
      const { byField, rest } = fieldErrors(errorOf(error), sources);
      setFailure(rest);
      focusFirst(byField.map(([source]) => source));
      onRefused();
    } finally {
      isBusy.current = false;
      setIsChecking(false);
    }
  }

  /**
   * Stores the key of the attempt with the input, so that the same request isn't executed twice if the session ends
   * before the response.
   * @param begin makes the attempt
   */
  async function follow(begin: typeof run.retry): Promise<void> {
    const before: unknown = form.getValues(TRY.source);
    form.setValue(TRY.source, run.key(), { shouldDirty: true });
    const failed = await begin();
    if (failed === null || failed.outcome === 'unknown') return;
    form.setValue(TRY.source, before);
    showRefusal(failed.error);
  }

  async function confirm(): Promise<void> {
    const { phase } = run.attempt;
    if (!agreed || phase === 'running' || phase === 'unknown' || phase === 'done') return;
    // The current terms differ from the agreed ones, which the user must settle first.
    if (quote.error || (quote.quote && !isSameDeal(quote.quote, agreed))) return;
    if (action.payPassword && !(await form.trigger(PAY_PASSWORD))) return form.setFocus(PAY_PASSWORD);
    setFailure(null);
    const last: unknown = form.getValues(TRY.source);
    if (typeof last === 'string') run.resume(last);
    const { [PAY_PASSWORD]: payPassword, ...values } = form.getValues();
    return follow(() =>
      run.start({
        action,
        values: {
          ...valuesToSend(fields, 'create', values, null),
          agreed_debit: agreed.debit_amount,
          agreed_arrival: agreed.arrival_amount,
          ...(action.payPassword && { [PAY_PASSWORD]: payPassword }),
        },
      }),
    );
  }

  return {
    agreed,
    quote,
    isChecking,
    hasTried,
    failure,
    sources,
    attempt: run.attempt,
    retry: () => void follow(run.retry),
    confirm: () => void confirm(),
    review: () => void review(),
    askAgain,
    back() {
      setAgreed(null);
      setFailure(null);
      form.setValue(PAY_PASSWORD, '');
    },
    /** Agrees to the current cost. */
    acceptNew() {
      setFailure(null);
      if (quote.quote) setAgreed(quote.quote);
    },
  };
}

export type MoneyFormState = ReturnType<typeof useMoneyForm>;

/**
 * The key of an attempt that may have been executed: one that is running, or whose outcome is unknown. A form field, so
 * that it is stored with the input if the session ends.
 */
export const TRY: Field = { source: 'try', type: 'text' };

/** The form's field that holds the saved payee, if it has one. */
export const PAYEE = 'payee_id';

/** The form's field for a payee's card or account number, if it has one. */
export const CARD_NUMBER = 'card_number';

/** Field name in the server's rejection of an idempotency key. */
const KEY = 'idempotency_key';

/** The agreed amounts, by the server's field names. */
const AGREED: readonly string[] = ['agreed_debit', 'agreed_arrival'];

/** True if the user already agreed to the same terms. */
export function isSameDeal(one: MoneyQuote, other: MoneyQuote): boolean {
  return (
    one.fee === other.fee &&
    one.arrival_amount === other.arrival_amount &&
    one.debit_amount === other.debit_amount &&
    one.currency === other.currency &&
    one.needs_approval === other.needs_approval
  );
}

/** True if users fill in the field of the action's form. */
export function isFilledIn({ source }: Field): boolean {
  return !AGREED.includes(source);
}

/** Null while the form lacks input for a quote. A withdrawal costs the same for every card. */
function quoteInput({ choice: source }: MoneyKind, values: FieldRecord): QuoteInput | null {
  const { [source]: choice, amount } = values;
  if (typeof amount !== 'string' || amount === '') return null;
  const payee = plainText(values[PAYEE]);
  const entered = plainText(values[CARD_NUMBER]);
  const number = payee === '' && isCardNumber(entered) ? entered : '';
  if (typeof choice === 'string' && choice !== '') return { choice, amount, payee, number };
  return source === 'bankcard_id' ? { choice: '', amount, payee, number } : null;
}

/** Age, in milliseconds, from which a quote is refreshed before it is used. */
const ASK_AGAIN_MS = 10_000;

export interface QuoteState {
  quote: MoneyQuote | null;
  /** Reason why there is no quote, or null. */
  error: Error | null;
  /** True while there is no quote for the current input. */
  isPending: boolean;
}

interface Quote extends QuoteState {
  /**
   * Requests a quote, even if one is cached.
   * @throws {ApiError} if the call fails
   */
  askNow(input: QuoteInput): Promise<MoneyQuote>;
}

/**
 * The cost of a request, or the reason for its rejection.
 * @param input null while there is nothing to quote
 */
function useQuote(kind: MoneyKind, input: QuoteInput | null, { isWatched }: { isWatched: boolean }): Quote {
  const api = useApi();
  const queryClient = useQueryClient();
  const options = (asked: QuoteInput) => ({
    queryKey: ['moneyQuote', kind.page, asked.choice, asked.amount, asked.payee, asked.number],
    queryFn: ({ signal }: { signal: AbortSignal }) => kind.quote(api, asked, signal),
    retry: false,
    staleTime: 0,
    meta: { hasOwnErrorDisplay: true },
    gcTime: 0,
  });
  const { data, error, isFetching } = useQuery({
    ...options(input ?? { choice: '', amount: '', payee: '', number: '' }),
    enabled: input !== null,
    refetchInterval: isWatched ? ASK_AGAIN_MS : false,
  });
  return {
    quote: error === null ? (data ?? null) : null,
    error: input === null ? null : error,
    isPending: input !== null && isFetching && data === undefined && error === null,
    askNow: (asked) => queryClient.query(options(asked)),
  };
}
