import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify } from 'react-admin';
import type { OwnPasswords } from '#shared/contract/ownPasswords.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { useApi } from '#console/api/createApi.ts';
import { errorOf } from '#console/api/ApiError.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { fieldErrors } from '#console/resource/form/fieldErrors.ts';
import type { PasswordKind } from './passwordKinds.ts';

/** The inputs in their order. */
const INPUTS = ['old', 'chosen', 'again'] as const;
export type InputName = (typeof INPUTS)[number];
type Values = Record<InputName, string>;
type Problems = Partial<Record<InputName, string>>;

const EMPTY: Values = { old: '', chosen: '', again: '' };
/** More to read than other successes have, in milliseconds. */
const TOLD_FOR = 6000;

interface PasswordChangeConfig {
  kind: PasswordKind;
  own: OwnPasswords;
  onDone(): void;
}

/** What is typed, what is wrong with it, and the way to have it stored. */
export function usePasswordChange({ kind, own, onDone }: PasswordChangeConfig) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const inputs = { old: useInput(), chosen: useInput(), again: useInput() };
  const proof = kind.proof(own);

  function show(found: Problems): void {
    flushSync(() => setProblems(found));
    const first = INPUTS.find((name) => found[name] !== undefined);
    if (first) inputs[first].current?.focus();
  }

  function showRefusal(error: Error): void {
    const { byField, rest } = fieldErrors(error, [
      { source: proof.field, type: 'secret' },
      { source: kind.newField, type: 'secret' },
    ]);
    setFailure(rest);
    show(Object.fromEntries(byField.map(([field, text]) => [field === proof.field ? 'old' : 'chosen', text])));
  }

  async function send(): Promise<void> {
    const found = problemsOf(values, kind, own, translate);
    setFailure(null);
    show(found);
    if (Object.keys(found).length > 0) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      await kind.update(api, proof, values.old, values.chosen);
      setValues(EMPTY);
      notify(`ownPasswords.${kind.page}.saved`, { type: 'success', autoHideDuration: TOLD_FOR });
      onDone();
    } catch (error) {
      showRefusal(errorOf(error));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    values,
    problems,
    failure,
    isBusy,
    inputs,
    proof,
    /** A field that is being corrected is not complained about. */
    type(name: InputName, text: string): void {
      setValues((before) => ({ ...before, [name]: text }));
      setProblems(({ [name]: _, ...others }) => (name === 'chosen' ? withoutAgain(others) : others));
    },
    submit(): void {
      if (!isSending.current) void send();
    },
  };
}

/** Whether the two are the same is another question once the first of them has changed. */
function withoutAgain({ again: _, ...others }: Problems): Problems {
  return others;
}

function useInput() {
  return useRef<HTMLInputElement>(null);
}

/** What can be told before anything is sent, in the user's words. */
function problemsOf(
  { old, chosen, again }: Values,
  { broken, length, page, proof }: Pick<PasswordKind, 'broken' | 'length' | 'page' | 'proof'>,
  own: OwnPasswords,
  translate: Translate,
): Problems {
  const rule = [...broken(chosen, own.username)][0];
  const ruleText = rule === undefined ? null : translate(`ownPasswords.${page}.broken.${rule}`, length);
  return {
    ...(old === '' && { old: translate(`prompts.${proof(own).field}`) }),
    ...(ruleText !== null && { chosen: chosen === '' ? translate('prompts.new_password') : ruleText }),
    ...(again !== chosen && { again: translate('password.mismatch') }),
    ...(again === '' && chosen !== '' && { again: translate('prompts.new_password_again') }),
  };
}
