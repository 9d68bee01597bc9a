import { TextField } from '@mui/material';
import type { RefObject } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/** As the server calls it. */
export const PAY_PASSWORD: Field = { source: 'pay_password', type: 'secret', required: true };

/**
 * Neither the login's password nor one to be kept: browsers and password managers shall not fill it in, and not offer to
 * save it. They do for `autocomplete="current-password"`, and some ignore "off" unless told in their own words.
 */
export const NOT_FOR_MANAGERS = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
};

export interface PasswordInputProps {
  value: string;
  problem: string | null;
  disabled: boolean;
  input: RefObject<HTMLInputElement | null>;
  /** False where something before it comes first. */
  autoFocus?: boolean;
  onChange(text: string): void;
}

export function PasswordInput({ value, problem, disabled, input, autoFocus = true, onChange }: PasswordInputProps) {
  const { translate } = useFormatContext();
  return (
    <TextField
      type="password"
      name={PAY_PASSWORD.source}
      label={translate('actions.pay_password')}
      autoFocus={autoFocus}
      fullWidth
      required
      disabled={disabled}
      value={value}
      inputRef={input}
      error={problem !== null}
      helperText={problem ?? ' '}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { ...NOT_FOR_MANAGERS, required: false, 'aria-required': true, maxLength: 128 } }}
    />
  );
}
