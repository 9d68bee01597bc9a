import { Box, Button, Stack, TextField } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useSending } from '#console/ui/useSending.tsx';
import { emptyTakesNoRoom } from './Section.tsx';
import type { useSend } from './useSend.ts';

interface ProofFormProps {
  form: Pick<ReturnType<typeof useSend>, 'isBusy' | 'failure'>;
  /** Names a form that shows something before it asks: then it has the focus at first, and not an input. */
  label?: string;
  /** In pixels. */
  maxWidth?: number;
  submitText: string;
  submit(): Promise<void>;
  onCancel(): void;
  children: ReactNode;
}

/** Asks users to prove that it is they who change how they sign in. */
export function ProofForm({ form, label, maxWidth = 420, submitText, submit, onCancel, children }: ProofFormProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const place = useRef<HTMLFormElement>(null);
  const isNamed = label !== undefined;
  useEffect(() => {
    if (isNamed) place.current?.focus();
  }, [isNamed]);
  return (
    <Box
      component="form"
      noValidate
      ref={place}
      {...(isNamed && { tabIndex: -1, 'aria-label': label })}
      aria-busy={form.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isBlocked) void submit();
      }}
      sx={{ ...emptyTakesNoRoom, display: 'grid', gap: 2, maxWidth, outline: 'none' }}
    >
      {children}
      <FailureAlert error={form.failure} />
      {sending.reason}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" loading={form.isBusy} {...sending.button}>
          {submitText}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {translate('filters.cancel')}
        </Button>
      </Stack>
    </Box>
  );
}

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
          autoComplete: 'one-time-code',
          maxLength: takesRecoveryCode ? 24 : 12,
          'aria-required': true,
          inputMode: takesRecoveryCode ? 'text' : 'numeric',
          spellCheck: false,
          autoCapitalize: 'none',
        },
      }}
    />
  );
}
