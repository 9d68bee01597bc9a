import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { useNotify } from 'react-admin';
import { z } from 'zod';
import { useConnection } from '#console/api/connection.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { fieldErrors } from '../../form/fieldErrors.ts';
import { valuesToSend } from '../../form/formValues.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { errorText } from '#console/ui/errorText.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { proofOf } from './proof.ts';
import { useActionQuote } from './useActionQuote.ts';
import { useActionRun } from './useActionRun.ts';
import type { ActionWords } from './useActionWords.ts';
import { useSuccess } from './useSuccess.ts';
import { useTargets } from './useTargets.ts';

/** `details`: the question and the form; `password`: what is about to be done, and what shows who asks. */
export type Step = 'details' | 'password';

export interface ActionStepsConfig {
  view: ResourceView;
  target: ActionTarget;
  /** Of the record, for the user to decide by. */
  shown: readonly Field[];
  /** Those of the action's form that the user sees. */
  fields: readonly Field[];
  form: UseFormReturn<FieldRecord>;
  newKey(): string;
  onClose(): void;
}

/** Where the dialog of an action is, and what its buttons do. */
export function useActionSteps(config: ActionStepsConfig, words: ActionWords) {
  const { view, target, shown, fields, form, newKey, onClose } = config;
  const { action } = target;
  const { translate } = useFormatContext();
  const notify = useNotify();
  const { isOnline } = useConnection();
  const targets = useTargets(view, target, shown);
  const succeed = useSuccess(view, target, words);
  const quote = useActionQuote(view.resource.name, action, target.ids[0], form);
  const proof = proofOf(action);
  const asksNothing = action.confirm === null && fields.length === 0 && proof === null;
  // A question and the proof of who answers it are one dialog; a form comes before both.
  const hasDetails = fields.length > 0 || proof === null;
  const [step, setStep] = useState<Step>(hasDetails ? 'details' : 'password');
  /** What was made and is shown once. */
  const [result, setResult] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  /** Why it was refused, where no input says it. */
  const [failure, setFailure] = useState<Error | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const ids = targets.status === 'ready' ? targets.ids : [];

  const { attempt, start, retry } = useActionRun({
    resource: view.resource.name,
    isIdempotent: action.idempotent,
    newKey,
    onDone: (answer) => {
      succeed(answer, ids);
      const made = resultIn(action, answer.data);
      if (made === null) onClose();
      else setResult(made);
    },
    onFailed: (outcome, error) => outcome === 'refused' && showRefusal(error),
    onFailedUnseen: (error) => notify(`${words.label}: ${errorText(error, translate)}`, { type: 'error' }),
  });

  /** Each message at its input, the first of them in focus; the password is not kept. */
  function showRefusal(error: Error): void {
    const { byField, rest } = fieldErrors(error, proof ? [...fields, proof.field] : fields);
    const ofForm = byField.filter(([source]) => source !== proof?.field.source);
    const ofPassword = byField.find(([source]) => source === proof?.field.source)?.[1] ?? null;
    flushSync(() => {
      setFailure(rest);
      setPassword('');
      setPasswordProblem(ofPassword);
      if (ofForm.length > 0) setStep('details');
      for (const [source, message] of ofForm) form.setError(source, { type: 'server', message });
    });
    if (ofForm.length > 0) focusFirst(ofForm.map(([source]) => source));
    else passwordInput.current?.focus();
  }

  function focusFirst(wrong: readonly string[]): void {
    const first = fields.find(({ source }) => wrong.includes(source));
    if (first) form.setFocus(first.source);
  }

  const wrongFields = () =>
    fields.filter(({ source }) => form.getFieldState(source).invalid).map(({ source }) => source);

  function send(): void {
    setFailure(null);
    const values = { ...target.values, ...valuesToSend(fields, 'create', form.getValues(), null), ...quote?.agreed };
    const [id] = ids;
    start({
      action,
      values: proof ? { ...values, [proof.field.source]: password } : values,
      ...(target.isLong === true && { isLong: true }),
      ...(action.scope === 'row' && id !== undefined && { id }),
      ...(action.scope === 'bulk' && { ids }),
    });
  }

  /** On to the password, or off to the server. */
  async function submit(): Promise<void> {
    if (attempt.phase === 'running' || attempt.phase === 'unknown' || attempt.phase === 'done') return;
    if (step === 'details') {
      if (!(await form.trigger())) return focusFirst(wrongFields());
      // Nobody agrees to what they haven't been shown.
      if (quote && !quote.answer) return focusFirst(action.quote?.asks ?? []);
      if (proof) return setStep('password');
      return send();
    }
    if (password !== '') return send();
    setPasswordProblem(translate('prompts.pay_password'));
    passwordInput.current?.focus();
  }

  const isReady = targets.status === 'ready';
  // Without a connection it waits to be told again, and does not begin by itself later on.
  const begin = useEffectEvent(() => isOnline && send());
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!asksNothing || !isReady || hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, [asksNothing, isReady]);

  return {
    step,
    proof,
    quote,
    result,
    attempt,
    targets,
    failure,
    passwordInput,
    password,
    passwordProblem,
    retry,
    submit: () => void submit(),
    typePassword(text: string) {
      setPassword(text);
      setPasswordProblem(null);
    },
    /** From the password to what is asked before it; null where that is nothing. */
    back: step === 'password' && hasDetails ? () => setStep('details') : null,
  };
}

/** The part of the answer that the action shows; null where it has none. */
function resultIn({ result }: ActionTarget['action'], data: unknown): string | null {
  if (!result) return null;
  return (
    z
      .record(z.string(), z.unknown())
      .transform((answer) => answer[result.source])
      .pipe(z.string())
      .safeParse(data).data ?? null
  );
}
