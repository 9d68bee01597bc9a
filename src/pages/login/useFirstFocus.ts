import { useEffect, useRef } from 'react';
import { inputsOf } from './useSubmission.ts';

/** Once a form is there, the keyboard is in its first empty input; a password manager may have filled in others. */
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
