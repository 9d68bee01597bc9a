import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { useInput, ValidationError, type InputProps } from 'react-admin';
import { useFormatContext } from '@merchant-console/ra-declared';

interface PasswordInputProps extends Pick<InputProps, 'source' | 'validate' | 'onChange'> {
  label: string;
  /** Attributes for password managers. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
  /** ID of an element that describes the input. */
  describedBy?: string;
}

/** A password input with a button that shows it, and a hint while Caps Lock is on. */
export function PasswordInput({ source, label, attributes, describedBy, ...props }: PasswordInputProps) {
  const { translate } = useFormatContext();
  const { field, fieldState, formState } = useInput({ source, parse: asTyped, ...props });
  const element = useRef<HTMLInputElement | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'));
  const helpId = `${source}-help`;
  const words = translate(isShown ? 'login.hide_password' : 'login.show_password');
  const problem = fieldState.error?.message;
  return (
    <TextField
      {...field}
      id={source}
      type={isShown ? 'text' : 'password'}
      label={label}
      fullWidth
      inputRef={element}
      error={fieldState.invalid}
      helperText={
        <>
          {problem && <ValidationError error={problem} />}
          <span role="status">{hasCapsLock && `${problem ? ' ' : ''}${translate('login.caps_lock')}`}</span>
        </>
      }
      onKeyDown={noteCapsLock}
      onKeyUp={noteCapsLock}
      onBlur={() => {
        setHasCapsLock(false);
        field.onBlur();
      }}
      slotProps={{
        htmlInput: {
          ...attributes,
          required: false,
          'aria-required': true,
          readOnly: formState.isSubmitting,
          maxLength: 128,
          spellCheck: false,
          autoCapitalize: 'none',
          autoCorrect: 'off',
          'aria-describedby': [describedBy, helpId].filter((id) => id !== undefined).join(' '),
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
                  element.current?.focus();
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

const asTyped = (text: string) => text;
