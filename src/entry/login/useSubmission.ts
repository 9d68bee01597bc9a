import { useRef, useState, useEffect, type SubmitEvent } from 'react';
import type { Translate } from '@merchant-console/declaration';
import { FormRefusal, type Remedy } from './FormRefusal.ts';
import type { NoticeContent } from './Notice.tsx';

/** Text keys or translated messages, by field. */
type FieldProblems = Record<string, string>;

interface SubmissionConfig<Values> {
  read: (data: FormData) => Values;
  /** Returns problems before anything is sent. */
  check: (values: Values) => FieldProblems;
  /** @throws {FormRefusal} if sending fails */
  send: (values: Values) => Promise<void>;
  translate: Translate;
}

/**
 * Submits a form, once at a time. The inputs are uncontrolled, so typed text is never lost. This hook stores the
 * problems, by field and for the form as a whole.
 */
export function useSubmission<Values>({ read, check, send, translate }: SubmissionConfig<Values>) {
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NoticeContent | null>(null);
  const [fieldProblems, setFieldProblems] = useState<FieldProblems>({});

  function show(form: HTMLFormElement, problems: FieldProblems): void {
    setFieldProblems(problems);
    inputsOf(form)
      .find((input) => problems[input.name] !== undefined)
      ?.focus();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = read(new FormData(form));
    const problems = check(values);
    setProblem(null);
    show(form, problems);
    if (Object.keys(problems).length > 0) return;
    await attempt(() => send(values), form);
  }

  async function attempt(act: () => void | Promise<void>, form?: HTMLFormElement): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const refusal = FormRefusal.of(error);
      setProblem({ kind: 'error', text: refusal.text(translate), remedy: refusal.remedy });
      if (form) show(form, refusal.fields);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    problem,
    /** Tries the remedy of the problem, which a failure replaces by another. */
    onRemedy: ({ run }: Remedy) => {
      setProblem(null);
      void attempt(run);
    },
    fieldProblem: (name: string) => {
      const text = fieldProblems[name];
      return text === undefined ? null : translate(text, { _: text });
    },
    /** Hides a field's problem while the user corrects it. */
    onInput: ({ target }: { target: EventTarget }) => {
      if (!(target instanceof HTMLInputElement)) return;
      setFieldProblems((problems) =>
        Object.fromEntries(Object.entries(problems).filter(([name]) => name !== target.name)),
      );
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!sending.current) void submit(event.currentTarget);
    },
  };
}

function inputsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter((element) => element instanceof HTMLInputElement);
}

/** Value of a text input. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Focuses the form's first empty input on mount. A password manager may have filled in others. */
export function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current) return;
    inputsOf(form.current)
      .find((input) => input.value === '')
      ?.focus();
  }, []);
  return form;
}
