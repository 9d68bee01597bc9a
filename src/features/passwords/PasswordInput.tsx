import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useState, type InputHTMLAttributes, type KeyboardEvent, type RefObject } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';

interface PasswordInputProps {
  name: string;
  label: string;
  value: string;
  problem: string | null;
  isBusy: boolean;
  input: RefObject<HTMLInputElement | null>;
  /** For password managers. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
  /** Id of what else is to be known of it. */
  describedBy?: string;
  onChange(text: string): void;
}

/** A password that can be shown, with a hint while Caps Lock is on. */
export function PasswordInput({ name, label, value, problem, isBusy, input, onChange, ...rest }: PasswordInputProps) {
  const { translate } = useFormatContext();
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'));
  const helpId = `${name}-help`;
  const words = translate(isShown ? 'login.hide_password' : 'login.show_password');
  return (
    <TextField
      id={name}
      type={isShown ? 'text' : 'password'}
      name={name}
      label={label}
      fullWidth
      value={value}
      inputRef={input}
      error={problem !== null}
      helperText={
        <>
          {problem}
          <span role="status">{hasCapsLock && `${problem === null ? '' : ' '}${translate('login.caps_lock')}`}</span>
        </>
      }
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={noteCapsLock}
      onKeyUp={noteCapsLock}
      onBlur={() => setHasCapsLock(false)}
      slotProps={{
        htmlInput: {
          ...rest.attributes,
          required: false,
          'aria-required': true,
          readOnly: isBusy,
          maxLength: 128,
          spellCheck: false,
          autoCapitalize: 'none',
          autoCorrect: 'off',
          'aria-describedby': [rest.describedBy, helpId].filter((id) => id !== undefined).join(' '),
        },
        formHelperText: { id: helpId, component: 'div' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={`${words}: ${label}`}
                onClick={() => {
                  setIsShown(!isShown);
                  input.current?.focus();
                }}
              >
                {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
