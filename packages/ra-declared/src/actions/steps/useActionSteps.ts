import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify, type Identifier } from 'react-admin';
import type { UseFormReturn } from 'react-hook-form';
import type { Action, Field } from '@merchant-console/declaration';
import { errorOf, isPassing, WordedError, type ActionAnswer } from '@merchant-console/ra-provider';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { errorText } from '../../ui/FailureAlert.tsx';
import { PAY_PASSWORD, TOTP_CODE, type ProofSource } from '../../ui/form/CredentialInputs.tsx';
import { fieldErrors, labelledBy } from '../../ui/form/fieldErrors.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useSending } from '../../ui/useSending.tsx';
import { useActionQuote, type ActionQuote } from './useActionQuote.ts';
import { requestOf, useActionRun } from './useActionRun.ts';

interface ActionStepsOptions {
  resource: string;
  action: Action;
  /** The target records; empty for the list as a whole, and while they are unknown. */
  ids: readonly Identifier[];
  /** Values that are sent in addition to those of the form. */
  values?: FieldRecord | undefined;
  /** The fields that users fill in: without credentials, and without what comes from the quote. */
  fields: readonly Field[];
  /** Fields of the target records, which messages may be about. */
  recordFields?: readonly Field[];
  form: UseFormReturn<FieldRecord>;
  /** What the action is called in a message to a user who has left the page. */
  label: string;
  /** False while the target records are unknown, or if none fits. */
  isReady?: boolean;
  /** True if users review what they have entered, even if no credentials are asked for. */
  isReviewed?: boolean;
  /**
   * Refreshes the quote during the review. Users must agree again if it differs from the one that they have agreed to.
   * Default: the quote stays as it is.
   */
  refreshed?: { everyMs: number; isSame(one: FieldRecord, other: FieldRecord): boolean } | undefined;
  /** Values to ask the quote for, as for `useActionQuote`. */
  askedOf?: (values: FieldRecord) => FieldRecord;
  /**
   * Source of a field of the form that holds the key of an attempt that may have been executed. It is stored with the form
   * if the session ends, so that the restored request isn't executed twice.
   */
  keySource?: string;
  onDone(answer: ActionAnswer): void;
  /** Called if the server has rejected the quote or the action. */
  onRefused?(): void;
}

/**
 * The steps of an action, in a dialog or on a page: details with a quote → review with credentials → attempts → done. An
 * attempt is made only for a quote that the user has seen. While the outcome is unknown, it can only be repeated unchanged.
 */
export function useActionSteps(options: ActionStepsOptions) {
  const { resource, action, ids, fields, form, isReady = true, refreshed, keySource } = options;
  const context = useFormatContext();
  const { translate } = context;
  const labelled = labelledBy(options.recordFields ?? [], { ...context, resource });
  const notify = useNotify();
  const sending = useSending();
  const proofs = proofsOf(action);
  const isReviewed = options.isReviewed ?? proofs.length > 0;
  const sources = fields.map(({ source }) => source);
  // The question and the credentials share one step. A form comes before them.
  const hasDetails = fields.length > 0 || !isReviewed;
  const [step, setStep] = useState<'details' | 'review'>(hasDetails ? 'details' : 'review');
  const [reviewed, setReviewed] = useState<FieldRecord | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const isAsking = useRef(false);
  const isWatched = refreshed !== undefined && step === 'review';
  const quote = useActionQuote({
    ...{ resource, action, form, askedOf: options.askedOf },
    id: ids[0],
    refreshMs: refreshed ? (isWatched ? refreshed.everyMs : 0) : null,
  });

  const { attempt, start, retry, ...key } = useActionRun({
    resource,
    isIdempotent: action.idempotent,
    onDone: options.onDone,
    onFailedUnseen: (error) =>
      notify(translate('list.labelled', { label: options.label, text: errorText(error, translate) }), {
        type: 'error',
      }),
  });
  const isRunning = attempt.phase === 'running' || attempt.phase === 'done';
  const isUnknown = attempt.phase === 'unknown';
  const goesOn = step === 'details' && isReviewed;
  const terms = termsOf(quote, {
    reviewed,
    isSame: isWatched ? refreshed.isSame : null,
    inputs: step === 'details' ? sources : [],
  });
  const { agreed, isChanged, unquoted } = terms;
  const isSettled = isRunning || isUnknown;
  /** True if the reviewed terms no longer hold, or can't be checked. */
  const isHeldUp = !isSettled && terms.isOpen;
  // Asked again, the server would say the same. A quote that failed for another reason is requested by the button.
  const isRefused = refreshed === undefined && !isUnknown && terms.isRefused;
  const canGo = isReady && !isHeldUp && !isRefused;

  /** Requests the quote. False if that failed or, already running, will show its result by itself. */
  async function ask(): Promise<boolean> {
    if (!quote) return true;
    if (isAsking.current) return false;
    isAsking.current = true;
    try {
      const answer = await quote.ask();
      setReviewed(answer);
      return answer !== null;
    } catch (error) {
      // Inputs show the quote's messages about their own fields.
      const { byField, rest } = fieldErrors(errorOf(error), sources, labelled);
      setFailure(rest);
      focusFirst(byField.map(([source]) => source));
      options.onRefused?.();
      return false;
    } finally {
      isAsking.current = false;
    }
  }

  function focusFirst(wrong: readonly string[]): void {
    const first = sources.find((source) => wrong.includes(source));
    if (first !== undefined) form.setFocus(first);
  }

  /** Requests the quote again; a failure shows as that of the quote. */
  const askAgain = () => void quote?.ask().catch(() => {});

  function emptyProofs(): void {
    for (const source of proofs) form.setValue(source, '');
  }

  async function submit(typed: FieldRecord): Promise<void> {
    if (!canGo || isRunning) return;
    if (goesOn) {
      setFailure(null);
      // A quote that is kept is the one on screen. One that is refreshed must be current when the review begins.
      if ((refreshed || !quote?.answer) && !(await ask())) return;
      emptyProofs();
      setStep('review');
    } else if (isUnknown) {
      if (!sending.isBlocked) await follow(retry);
    } else if (quote && agreed === null) {
      // Users can only agree to a quote that they have been shown.
      await ask();
    } else if (!sending.isBlocked) {
      setFailure(null);
      await follow(() => start(requestOf(options, { ids, fields, proofs, typed, agreed })));
    }
  }

  /** Makes an attempt, with its key stored in the form. */
  async function follow(begin: typeof retry): Promise<void> {
    const before: unknown = keySource && form.getValues(keySource);
    if (typeof before === 'string') key.resume(before);
    if (keySource !== undefined) form.setValue(keySource, key.key(), { shouldDirty: true });
    const failed = await begin();
    if (failed?.outcome !== 'refused') return;
    if (keySource !== undefined) form.setValue(keySource, before);
    refuse(failed.error);
  }

  /** Shows each message at its input and focuses the first. Only messages about the form's fields lead back to it. */
  function refuse(error: Error): void {
    const ofQuote = Object.keys(action.quote?.agreed ?? {});
    const { at, failure: rest } = messagesOf(error, { inputs: [...sources, ...proofs], ofQuote, labelled });
    if (keySource !== undefined && at.has(KEY)) {
      form.setValue(keySource, null);
      key.renew();
      setFailure(new WordedError(translate('actions.lost_try_done')));
      return;
    }
    const wrong = sources.filter((source) => at.has(source));
    flushSync(() => {
      for (const source of proofs.slice(-1)) form.setValue(source, '');
      setFailure(rest);
      if (wrong.length > 0) setStep('details');
    });
    for (const source of [...wrong, ...proofs]) {
      const message = at.get(source);
      if (message !== undefined) form.setError(source, { type: 'server', message });
    }
    const first = wrong[0] ?? proofs.find((source) => at.has(source)) ?? proofs.at(-1);
    if (first !== undefined) form.setFocus(first);
    options.onRefused?.();
    if (ofQuote.some((source) => at.has(source))) askAgain();
  }

  return {
    step,
    quote,
    proofs,
    sources,
    hasDetails,
    goesOn,
    canGo,
    attempt,
    isRunning,
    isUnknown,
    /** The reviewed quote, and whether the current one differs from it. Null if the quote isn't refreshed. */
    reviewed: isWatched ? reviewed : null,
    isChanged,
    isHeldUp,
    unquoted,
    /** The last rejection, unless inputs show it. */
    failure,
    sending,
    submit,
    askAgain,
    back() {
      setStep('details');
      setFailure(null);
      emptyProofs();
    },
    /** Agrees to the current quote. */
    acceptNew() {
      setFailure(null);
      if (quote?.answer) setReviewed(quote.answer);
    },
  };
}

export type ActionSteps = ReturnType<typeof useActionSteps>;

interface TermsOptions {
  reviewed: FieldRecord | null;
  /** Compares the current quote with the reviewed one, or null if the quote isn't refreshed. */
  isSame: ((one: FieldRecord, other: FieldRecord) => boolean) | null;
  /** Sources of the inputs on screen. */
  inputs: readonly string[];
}

/** What the current quote means for what the user has agreed to. */
function termsOf(quote: ActionQuote | null, { reviewed, isSame, inputs }: TermsOptions) {
  const answer = quote?.answer ?? null;
  const error = quote?.error ?? null;
  const isChanged = isSame !== null && answer !== null && reviewed !== null && !isSame(answer, reviewed);
  /** Why there is no quote, unless inputs show it. */
  const unquoted = error && fieldErrors(error, inputs, null).rest;
  return {
    /** The quote that the user has seen last and agrees to. */
    agreed: isSame ? reviewed : answer,
    isChanged,
    isOpen: isChanged || (isSame !== null && error !== null),
    isRefused: unquoted !== null && !isPassing(unquoted),
    unquoted,
  };
}

interface MessagesOptions {
  inputs: readonly string[];
  ofQuote: readonly string[];
  labelled(source: string, message: string): string;
}

/** Messages of a rejection by source, and the failure to show elsewhere. A changed quote is told by its message alone. */
function messagesOf(error: Error, { inputs, ofQuote, labelled }: MessagesOptions) {
  const { byField, rest } = fieldErrors(error, [...inputs, ...ofQuote, KEY], labelled);
  const at = new Map(byField);
  const changed = [...ofQuote, KEY].flatMap((source) => at.get(source) ?? []);
  return { at, failure: changed[0] === undefined ? rest : new WordedError(changed[0]) };
}

/** Field name in the server's rejection of an idempotency key. */
const KEY = 'idempotency_key';

const PROOFS = [PAY_PASSWORD, TOTP_CODE] as const;

/** Sources of the credentials that an action asks for. */
function proofsOf({ payPassword, totp }: Pick<Action, 'payPassword' | 'totp'>): ProofSource[] {
  const asked = { [PAY_PASSWORD]: payPassword, [TOTP_CODE]: totp };
  return PROOFS.filter((source) => asked[source]);
}
