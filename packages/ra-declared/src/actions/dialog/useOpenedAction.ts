import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify, useRefresh } from 'react-admin';
import { z } from 'zod';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import type { Action, Field } from '@merchant-console/declaration';
import { isPassing } from '@merchant-console/ra-provider';
import { errorText } from '../../ui/FailureAlert.tsx';
import { PAY_PASSWORD, TOTP_CODE, type ProofSource } from '../../ui/form/CredentialInputs.tsx';
import { fieldErrors, submissionErrors } from '../../ui/form/fieldErrors.ts';
import { useSending } from '../../ui/useSending.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { requestOf, valuesOnOpening } from './actionValues.ts';
import { actionWords } from './actionWords.ts';
import type { ActionQuote } from './useActionQuote.ts';
import { useActionRun } from './useActionRun.ts';
import { pendingIn, useSuccess } from './useSuccess.ts';
import { useTargets } from './useTargets.ts';

/** What an open action asks, what has been answered, and its attempts. The dialog shows it. */
export function useOpenedAction(view: ResourceView, target: ActionTarget, onClose: () => void) {
  const { resource } = view;
  const { action, records } = target;
  const { quote } = action;
  const { fields, shown } = useAskedAndShown(view, action);
  const context = useResourceFormat(resource.name, [...fields, ...shown, ...(quote?.fields ?? [])], records);
  const { translate } = context;
  const notify = useNotify();
  const refresh = useRefresh();
  const sending = useSending();
  const words = actionWords(view, target, context);
  const targets = useTargets(view, target, shown);
  const succeed = useSuccess(view, target, words);
  const ids = targets.status === 'ready' ? targets.ids : [];
  const proofs = proofsOf(action);
  const needsProof = proofs.length > 0;
  const sources = [...fields.map(({ source }) => source), ...proofs];
  // The question and the credentials share one step. A form comes before them.
  const hasDetails = fields.length > 0 || !needsProof;
  const [step, setStep] = useState<'details' | 'confirmation'>(hasDetails ? 'details' : 'confirmation');
  const [result, setResult] = useState<{ value: string; pending: string | null } | null>(null);
  const [defaultValues] = useState(() => ({
    ...valuesOnOpening(fields, action, records),
    ...Object.fromEntries(proofs.map((proof) => [proof, ''])),
  }));
  const quoteRef = useRef<ActionQuote | null>(null);
  const [unquoted, setUnquoted] = useState<Error | null>(null);

  const { attempt, start, retry } = useActionRun({
    resource: resource.name,
    isIdempotent: action.idempotent,
    onDone: (answer) => {
      succeed(answer, ids);
      const made = resultIn(action, answer.data);
      if (made === null) onClose();
      else setResult({ value: made, pending: pendingIn(answer.data, words) });
    },
    onFailedUnseen: (error) =>
      notify(translate('list.labelled', { label: words.label, text: errorText(error, translate) }), { type: 'error' }),
  });
  const isRunning = attempt.phase === 'running' || attempt.phase === 'done';
  const isUnknown = attempt.phase === 'unknown';
  // Asked again, the server would say the same. A quote that failed for another reason is requested by the button.
  const isRefused = !isUnknown && unquoted !== null && !isPassing(unquoted);
  const canGo = !isRefused && targets.status === 'ready' && (action.scope !== 'bulk' || ids.length > 0);
  const goesOn = step === 'details' && needsProof;

  /** Users can only agree to a quote that they have been shown. False if this submission has only fetched it, or failed to. */
  async function agree(): Promise<boolean> {
    if (!quote || isUnknown || quoteRef.current?.answer) return true;
    const isQuoted = await quoteRef.current?.ask();
    return isQuoted === true && goesOn;
  }

  async function submit(typed: FieldRecord) {
    if (!canGo || isRunning || !(await agree())) return undefined;
    if (goesOn) {
      setStep('confirmation');
      return undefined;
    }
    if (sending.isBlocked) return undefined;
    const failed = await (isUnknown
      ? retry()
      : start(requestOf(target, { ids, fields, proofs, typed, agreed: quoteRef.current?.agreed })));
    return failed?.outcome === 'refused' ? refused(failed.error) : undefined;
  }

  function refused(error: Error) {
    if (isAbout(error, Object.keys(quote?.agreed ?? {}))) void quoteRef.current?.ask();
    const inputs = fields.map(({ source }) => source);
    if (isAbout(error, inputs)) flushSync(() => setStep('details'));
    return submissionErrors(error, sources, translate);
  }

  // Starts an action that asks nothing. Without a connection it waits for the user, and doesn't start by itself later.
  const begin = useEffectEvent(() => void submit({}));
  const hasBegun = useRef(false);
  const asksNothing = action.confirm === null && fields.length === 0 && !needsProof;
  useEffect(() => {
    if (!asksNothing || !canGo || hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, [asksNothing, canGo]);

  const close = () => {
    if (isRunning) return;
    // The page should show the record's current state, whether the action was executed or not.
    if (isUnknown) refresh();
    onClose();
  };
  return {
    ...{ fields, shown, proofs, context, words, targets, defaultValues, sending },
    ...{ step, setStep, hasDetails, canGo, goesOn },
    ...{ attempt, isRunning, isUnknown, result },
    /** The error to show if no input shows it. */
    failure: attempt.phase === 'refused' ? fieldErrors(attempt.error, sources, quote === null).rest : null,
    /** The current quote, and the reason why there is none, unless inputs show it. */
    ...{ quoteRef, unquoted, setUnquoted },
    ...{ submit, close, refresh },
  };
}

export type OpenedAction = ReturnType<typeof useOpenedAction>;

/** The inputs of an action's form, without what comes from its quote, and the fields on which the user decides. */
function useAskedAndShown({ resource }: ResourceView, action: Action): Record<'fields' | 'shown', readonly Field[]> {
  return useMemo(
    () => ({
      fields: action.form.filter(({ source }) => !Object.hasOwn(action.quote?.agreed ?? {}, source)),
      shown: action.shows.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []),
    }),
    [resource, action],
  );
}

/** True if the server rejected one of the form's values. */
const isAbout = (error: Error, sources: readonly string[]) => fieldErrors(error, sources).byField.length > 0;

const PROOFS = [PAY_PASSWORD, TOTP_CODE] as const;

/** Sources of the credentials that an action asks for. */
function proofsOf({ payPassword, totp }: Pick<Action, 'payPassword' | 'totp'>): ProofSource[] {
  const asked = { [PAY_PASSWORD]: payPassword, [TOTP_CODE]: totp };
  return PROOFS.filter((source) => asked[source]);
}

/** The part of the response that the action shows once, or null if there is none. */
function resultIn({ result }: Action, data: unknown): string | null {
  const answer = z.record(z.string(), z.unknown()).safeParse(data).data;
  const value = result && answer?.[result.source];
  return typeof value === 'string' ? value : null;
}
