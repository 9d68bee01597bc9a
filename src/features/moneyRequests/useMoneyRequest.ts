import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify, useRefresh } from 'react-admin';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { v4 } from 'uuid';
import { z } from 'zod';
import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import type { Action } from '#shared/declaration/action.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { errorOf } from '#console/api/ApiError.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import { PAY_PASSWORD } from '#console/resource/actions/dialog/PasswordInput.tsx';
import { useActionRun } from '#console/resource/actions/dialog/useActionRun.ts';
import { fieldErrors } from '#console/resource/form/fieldErrors.ts';
import { valuesToSend } from '#console/resource/form/formValues.ts';
import { errorText } from '#console/ui/errorText.ts';
import type { MoneyKind, QuoteInput } from './moneyKinds.ts';
import { isSameDeal } from './moneyWords.ts';
import { useQuote } from './useQuote.ts';

/** Long enough to type the next figure. */
const PAUSE_MS = 300;

const recordSchema = z.looseObject({ id: z.string() });
type RequestedRecord = z.infer<typeof recordSchema>;

interface MoneyRequestConfig {
  kind: MoneyKind;
  action: Action;
  /** Those of the action's form that people fill in. */
  fields: readonly Field[];
  form: UseFormReturn<FieldRecord>;
  onDone(record: RequestedRecord): void;
  /** What can be chosen may have changed. */
  onRefused(): void;
}

/** The way from the form over the review to the request: what is known at each step, and what its buttons do. */
export function useMoneyRequest({ kind, action, fields, form, onDone, onRefused }: MoneyRequestConfig) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const refresh = useRefresh();
  /** What was agreed to; the review is open while there is something. */
  const [agreed, setAgreed] = useState<MoneyQuote | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [password, setPassword] = useState('');
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);

  const [choice, amount] = useWatch({ control: form.control, name: [kind.choice, 'amount'] });
  const asked = quoteInput(kind, choice, amount);
  const settled = useSettled(asked?.amount ?? '', PAUSE_MS);
  const isSettled = settled === (asked?.amount ?? '');
  const live = useQuote(kind, asked && isSettled ? asked : null, { isWatched: agreed !== null });
  const quote = { ...live, isPending: live.isPending || (asked !== null && !isSettled) };

  const run = useActionRun({
    resource: kind.resource,
    isIdempotent: action.idempotent,
    newKey: v4,
    onDone({ data }) {
      refresh();
      const record = recordSchema.safeParse(data);
      if (record.success) onDone(record.data);
    },
    onFailed(outcome, error, key) {
      // Kept with what was typed: should the session end now, the same may be sent again, and must not count twice.
      if (outcome === 'unknown') form.setValue(LOST_TRY.source, key, { shouldDirty: true });
      else showRefusal(error);
    },
    onFailedUnseen: (error) =>
      notify(`${translate(`menu.${kind.page}`)}: ${errorText(error, translate)}`, { type: 'error' }),
  });

  function focusFirst(wrong: readonly string[]): void {
    const first = fields.find(({ source }) => wrong.includes(source));
    if (first) form.setFocus(first.source);
  }

  /** Each message at its input, the first of them in focus. Only what the form says leads back to it. */
  function showRefusal(error: Error): void {
    const { byField, rest } = fieldErrors(error, [...fields, PAY_PASSWORD, KEY, ...AGREED]);
    const at = (source: string) => byField.find(([name]) => name === source)?.[1] ?? null;
    const ofForm = byField.filter(([source]) => fields.some((field) => field.source === source));
    if (at(KEY.source) !== null) {
      form.setValue(LOST_TRY.source, null);
      run.renew();
      setFailure(new Error(translate('moneyForms.lost_try_done')));
      return;
    }
    const changed = AGREED.map(({ source }) => at(source)).find((message) => message !== null);
    flushSync(() => {
      setPassword('');
      setPasswordProblem(at(PAY_PASSWORD.source));
      setFailure(changed === undefined ? rest : new Error(changed));
      if (ofForm.length > 0) setAgreed(null);
    });
    for (const [source, message] of ofForm) form.setError(source, { type: 'server', message });
    if (ofForm.length > 0) focusFirst(ofForm.map(([source]) => source));
    else passwordInput.current?.focus();
    onRefused();
    if (changed !== undefined && asked) void live.askNow(asked).catch(() => {});
  }

  /** On to the review, with a quote of this moment. */
  async function review(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setHasTried(true);
    setFailure(null);
    setIsChecking(true);
    try {
      // As a submitted form, whose inputs are checked again with every letter.
      await form.handleSubmit(() => {})();
      const wrong = fields.map(({ source }) => source).filter((source) => form.getFieldState(source).invalid);
      const now = quoteInput(kind, form.getValues(kind.choice), form.getValues('amount'));
      if (wrong.length > 0 || !now) focusFirst(wrong);
      else {
        setAgreed(await live.askNow(now));
        setPassword('');
      }
    } catch (error) {
      // What the quote says against a field, its input says by itself.
      const { byField, rest } = fieldErrors(errorOf(error), fields);
      setFailure(rest);
      focusFirst(byField.map(([source]) => source));
      onRefused();
    } finally {
      isBusy.current = false;
      setIsChecking(false);
    }
  }

  function confirm(): void {
    const { phase } = run.attempt;
    if (!agreed || phase === 'running' || phase === 'unknown' || phase === 'done') return;
    // What is shown now is not what was agreed to: that is to be settled first.
    if (quote.error || (quote.quote && !isSameDeal(quote.quote, agreed))) return;
    if (action.payPassword && password === '') {
      setPasswordProblem(translate('prompts.pay_password'));
      passwordInput.current?.focus();
      return;
    }
    setFailure(null);
    const lost: unknown = form.getValues(LOST_TRY.source);
    if (typeof lost === 'string') run.resume(lost);
    run.start({
      action,
      values: {
        ...valuesToSend(fields, 'create', form.getValues(), null),
        agreed_debit: agreed.debit_amount,
        agreed_arrival: agreed.arrival_amount,
        ...(action.payPassword && { [PAY_PASSWORD.source]: password }),
      },
    });
  }

  return {
    agreed,
    quote,
    isChecking,
    hasTried,
    failure,
    password,
    passwordProblem,
    passwordInput,
    attempt: run.attempt,
    retry: run.retry,
    confirm,
    review: () => void review(),
    back() {
      setAgreed(null);
      setFailure(null);
      setPassword('');
      setPasswordProblem(null);
    },
    /** Agrees to what it costs now. */
    acceptNew() {
      setFailure(null);
      if (quote.quote) setAgreed(quote.quote);
    },
    typePassword(text: string) {
      setPassword(text);
      setPasswordProblem(null);
    },
  };
}

export type MoneyRequest = ReturnType<typeof useMoneyRequest>;

/** The key of a try whose outcome is not known; in the form, so that it is kept with what was typed. */
export const LOST_TRY: Field = { source: 'lost_try', type: 'text' };

/** What the server says against a key is said under this name. */
const KEY: Field = { source: 'idempotency_key', type: 'text' };

/** What the request is held to, as the server calls it. */
const AGREED: readonly Field[] = [
  { source: 'agreed_debit', type: 'money' },
  { source: 'agreed_arrival', type: 'money' },
];

/** Whether people fill a field of the action's form in. */
export function isFilledIn({ source }: Field): boolean {
  return !AGREED.some((field) => field.source === source);
}

/** Null while the form does not hold what a quote needs. A withdrawal costs the same to any card. */
function quoteInput({ choice: source }: MoneyKind, choice: unknown, amount: unknown): QuoteInput | null {
  if (typeof amount !== 'string' || amount === '') return null;
  if (typeof choice === 'string' && choice !== '') return { choice, amount };
  return source === 'bankcard_id' ? { choice: '', amount } : null;
}
