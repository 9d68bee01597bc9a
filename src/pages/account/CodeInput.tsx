import { TextField } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

interface CodeInputProps {
  id: string;
  label: string;
  value: string;
  problem: string | undefined;
  /** A recovery code does as well. */
  takesRecoveryCode?: boolean;
  onChange(text: string): void;
}

/** What the authenticator shows. */
export function CodeInput({ id, label, value, problem, takesRecoveryCode = false, onChange }: CodeInputProps) {
  const { translate } = useFormatContext();
  return (
    <TextField
      id={id}
      name="totp_code"
      label={label}
      fullWidth
      value={value}
      error={problem !== undefined}
      helperText={problem ?? (takesRecoveryCode ? translate('account.authenticator.code_help') : undefined)}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: {
          ...{ autoComplete: 'one-time-code', maxLength: takesRecoveryCode ? 24 : 12, 'aria-required': true },
          ...{ inputMode: takesRecoveryCode ? 'text' : 'numeric', spellCheck: false, autoCapitalize: 'none' },
        },
      }}
    />
  );
}
