import { TextField } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { PasswordInputProps } from './PasswordInput.tsx';

const DIGITS = 6;

/** The code that the user's own authenticator shows now. */
export function CodeInput({ value, problem, disabled, input, autoFocus = true, onChange }: PasswordInputProps) {
  const { translate } = useFormatContext();
  return (
    <TextField
      name="totp_code"
      label={translate('actionResult.totp_code')}
      autoFocus={autoFocus}
      fullWidth
      required
      disabled={disabled}
      value={value}
      inputRef={input}
      error={problem !== null}
      helperText={problem ?? translate('actionResult.totp_hint')}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
      slotProps={{
        htmlInput: {
          autoComplete: 'one-time-code',
          inputMode: 'numeric',
          required: false,
          'aria-required': true,
          style: { letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  );
}
