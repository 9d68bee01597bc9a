import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';
import { EyeIcon } from './EyeIcon.tsx';
import { TextField } from './TextField.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'translate'> & { translate: Translate };

/** A password that can be shown, with a hint while capitals are typed without the shift key. */
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

/** Null for a key that says nothing about it, such as an arrow. */
function typesCapitals(event: KeyboardEvent): boolean | null {
  const { key } = event;
  if (key === 'CapsLock') return event.getModifierState('CapsLock') ? null : false;
  if (key.length !== 1 || key.toLowerCase() === key.toUpperCase()) return null;
  return key === key.toUpperCase() && !event.shiftKey;
}
