import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { useNotify } from 'react-admin';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { fieldErrors } from '../../form/fieldErrors.ts';
import { valuesToSend } from '../../form/formValues.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { errorText } from '../../state/errorText.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { PAY_PASSWORD } from './PasswordInput.tsx';
import { useActionRun } from './useActionRun.ts';
import type { ActionWords } from './useActionWords.ts';
import { useSuccess } from './useSuccess.ts';
import { useTargets } from './useTargets.ts';

/** `details`: the question and the form; `password`: what is about to be done, and the payment password. */
export type Step = 'details' | 'password';

export interface ActionStepsConfig {
  view: ResourceView;
  target: ActionTarget;
  /** Those of the action's form that the user sees. */
  fields: readonly Field[];
  form: UseFormReturn<FieldRecord>;
  newKey(): string;
  onClose(): void;
}

/** Where the dialog of an action is, and what its buttons do. */
export function useActionSteps(config: ActionStepsConfig, words: ActionWords) {
  const { view, target, fields, form, newKey, onClose } = config;
  const { action } = target;
  const { translate } = useFormatContext();
  const notify = useNotify();
  const targets = useTargets(view.resource.name, target);
  const succeed = useSuccess(view, target, words);
  const hasDetails = action.confirm !== null || fields.length > 0;
  const asksNothing = !hasDetails && !action.payPassword;
  const [step, setStep] = useState<Step>(hasDetails || !action.payPassword ? 'details' : 'password');
  const [password, setPassword] = useState('');
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  /** Why it was refused, where no input says it. */
  const [failure, setFailure] = useState<Error | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const ids = targets.status === 'ready' ? targets.ids : [];

  const { attempt, start, retry } = useActionRun({
    ...{ resource: view.resource.name, isIdempotent: action.idempotent, newKey },
    onDone: (result) => {
      succeed(result, ids);
      onClose();
    },
    onFailed: (outcome, error) => outcome === 'refused' && showRefusal(error),
    onFailedUnseen: (error) => notify(`${words.label}: ${errorText(error, translate)}`, { type: 'error' }),
  });

  /** Each message at its input, the first of them in focus; the password is not kept. */
  function showRefusal(error: Error): void {
    const { byField, rest } = fieldErrors(error, [...fields, PAY_PASSWORD]);
    const ofForm = byField.filter(([source]) => source !== PAY_PASSWORD.source);
    const ofPassword = byField.find(([source]) => source === PAY_PASSWORD.source)?.[1] ?? null;
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
    const values = valuesToSend(fields, 'create', form.getValues(), null);
    const [id] = ids;
    start({
      action,
      values: action.payPassword ? { ...values, [PAY_PASSWORD.source]: password } : values,
      ...(action.scope === 'row' && id !== undefined && { id }),
      ...(action.scope === 'bulk' && { ids }),
    });
  }

  /** On to the password, or off to the server. */
  async function submit(): Promise<void> {
    if (attempt.phase === 'running' || attempt.phase === 'unknown' || attempt.phase === 'done') return;
    if (step === 'details') {
      if (!(await form.trigger())) return focusFirst(wrongFields());
      if (action.payPassword) return setStep('password');
      return send();
    }
    if (password !== '') return send();
    setPasswordProblem(translate('errors.required'));
    passwordInput.current?.focus();
  }

  const isReady = targets.status === 'ready';
  const begin = useEffectEvent(() => send());
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!asksNothing || !isReady || hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, [asksNothing, isReady]);

  return {
    ...{ step, attempt, targets, failure, passwordInput, password, passwordProblem, retry },
    submit: () => void submit(),
    typePassword(text: string) {
      setPassword(text);
      setPasswordProblem(null);
    },
    /** From the password to what is asked before it; null where that is nothing. */
    back: step === 'password' && hasDetails ? () => setStep('details') : null,
  };
}
