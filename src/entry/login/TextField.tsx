import { useId, useRef, useState, type ComponentProps, type ReactNode, type KeyboardEvent } from 'react';
import type { Translate } from '@merchant-console/declaration';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  help?: string;
  /** Replaces the help text, or null if there is no problem. */
  problem: string | null;
  /** A button inside the right end of the field. */
  end?: ReactNode;
  /** Shown below the input. */
  hint?: ReactNode;
}

/** A labelled input with its help text or problem. */
export function TextField({ label, help, problem, end, hint, ...input }: TextFieldProps) {
  const id = useId();
  const note = problem ?? help;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          aria-invalid={problem !== null}
          {...(note !== undefined && { 'aria-describedby': `${id}-note` })}
          required
          {...input}
        />
        {end}
      </div>
      {hint}
      {note !== undefined && (
        <p className={problem === null ? 'field-help' : 'field-problem'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'translate'> & { translate: Translate };

/** A password input with a button that shows it, and a hint while Caps Lock is on. */
export function PasswordField({ translate, ...field }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [capitals, setCapitals] = useState(false);

  function toggle(): void {
    setShown(!shown);
    input.current?.focus();
  }

  return (
    <TextField
      {...field}
      ref={input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck="false"
      onKeyDown={(event) => setCapitals((before) => typesCapitals(event) ?? before)}
      onBlur={() => setCapitals(false)}
      end={
        <button
          type="button"
          className="field-end"
          aria-label={translate(shown ? 'login.hide_password' : 'login.show_password')}
          onClick={toggle}
        >
          <EyeIcon open={shown} />
        </button>
      }
      hint={
        <p className="caps-lock" role="status">
          {capitals ? translate('login.caps_lock') : ''}
        </p>
      }
    />
  );
}

/** True if the key typed a capital without Shift, or null for a key that doesn't tell, such as an arrow. */
function typesCapitals(event: KeyboardEvent): boolean | null {
  const { key } = event;
  if (key === 'CapsLock') return event.getModifierState('CapsLock') ? null : false;
  if (key.length !== 1 || key.toLowerCase() === key.toUpperCase()) return null;
  return key === key.toUpperCase() && !event.shiftKey;
}

/** An eye, struck through while the password is shown. */
function EyeIcon({ open }: { open: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="line-icon">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {open && <path d="M4 20 20 4" />}
    </svg>
  );
}

/** Stays focusable while busy, so that keyboard users keep their place. The form ignores a second press. */
export function SubmitButton({ busy, label, busyLabel }: { busy: boolean; label: string; busyLabel: string }) {
  return (
    <button type="submit" className="submit" aria-disabled={busy} aria-busy={busy}>
      {busy && <span className="spinner" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  );
}
