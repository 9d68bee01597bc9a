import type { InputHTMLAttributes } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useFormatContext } from '../FormatContext.ts';

interface CallInputProps extends TextInputProps {
  htmlInput?: InputHTMLAttributes<HTMLInputElement>;
}

/** react-admin's text input, whose value is the text as typed. Read-only while the form is sent. */
export function CallInput({ htmlInput, ...props }: CallInputProps) {
  const { isSubmitting } = useFormState();
  return (
    <TextInput
      fullWidth
      helperText={false}
      margin="none"
      parse={asTyped}
      {...props}
      slotProps={{ ...props.slotProps, htmlInput: { readOnly: isSubmitting, ...htmlInput } }}
    />
  );
}

const asTyped = (text: string) => text;

/** Keeps browsers and password managers from filling in or saving an input. Some ignore `autocomplete="off"` alone. */
export const NOT_FOR_MANAGERS = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
};

/** Refuses an empty input with the text `prompts.<source>`. */
export const prompt = (source: string) => (value: unknown) => (value ? undefined : `prompts.${source}`);

/** Sources of the credentials, as the server calls them. */
export const PAY_PASSWORD = 'pay_password';
export const TOTP_CODE = 'totp_code';

/** Source of the credential that proves who confirms an action. */
export type ProofSource = typeof PAY_PASSWORD | typeof TOTP_CODE;

const promptPayPassword = prompt(PAY_PASSWORD);
const promptCode = prompt(TOTP_CODE);

type CredentialInputProps = Pick<TextInputProps, 'autoFocus' | 'readOnly'>;

/** The payment password. Browsers don't keep it, because it isn't the password of the sign-in. */
export function PayPasswordInput(props: CredentialInputProps) {
  return (
    <CallInput
      source={PAY_PASSWORD}
      type="password"
      label="actions.pay_password"
      isRequired
      {...props}
      helperText=" "
      validate={promptPayPassword}
      htmlInput={{ ...NOT_FOR_MANAGERS, 'aria-required': true, maxLength: 128 }}
    />
  );
}

const DIGITS = 6;

/** The code that the user's own authenticator shows now. */
export function CodeInput(props: CredentialInputProps) {
  const { translate } = useFormatContext();
  return (
    <CallInput
      source={TOTP_CODE}
      label="actionResult.totp_code"
      isRequired
      {...props}
      helperText={translate('actionResult.totp_hint')}
      validate={promptCode}
      parse={(text: string) => text.replaceAll(/\D/g, '').slice(0, DIGITS)}
      htmlInput={{
        autoComplete: 'one-time-code',
        inputMode: 'numeric',
        'aria-required': true,
        style: { letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  );
}
