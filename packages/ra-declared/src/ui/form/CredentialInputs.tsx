import type { InputHTMLAttributes } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useFormatContext } from '../FormatContext.ts';

interface CallInputProps extends TextInputProps {
  htmlInput?: InputHTMLAttributes<HTMLInputElement>;
}

/** react-admin's text input, with its value exactly as typed. Read-only while the form is being submitted. */
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

/** Validator that rejects an empty input with the text `prompts.<source>`. */
export const prompt = (source: string) => (value: unknown) => (value ? undefined : `prompts.${source}`);

/** Sources of the credentials, named as in the server's API. */
export const PAY_PASSWORD = 'pay_password';
export const TOTP_CODE = 'totp_code';

/** Source of the credential that confirms an action. */
export type ProofSource = typeof PAY_PASSWORD | typeof TOTP_CODE;

const promptCode = prompt(TOTP_CODE);

type CredentialInputProps = Pick<TextInputProps, 'autoFocus' | 'readOnly'>;

const DIGITS = 6;

/** Input for the current code of the user's authenticator. */
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
      // Apps show codes as "123 456", and Japanese input methods type full-width digits.
      parse={(text: string) => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, DIGITS)}
      htmlInput={{
        autoComplete: 'one-time-code',
        inputMode: 'numeric',
        'aria-required': true,
        style: { letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  );
}
