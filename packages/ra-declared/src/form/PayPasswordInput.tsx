import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type TextInputProps, useGetIdentity } from 'react-admin';
import { useFormatContext } from '../ui/FormatContext.ts';
import { CallInput, NOT_FOR_MANAGERS, PAY_PASSWORD, prompt } from '../ui/form/CredentialInputs.tsx';
import { Link } from '../ui/router/Link.tsx';
import { useExistingCalls } from '../DeclaredDataProvider.ts';
import { useResourcePlace } from '../resourcePlaces.ts';

const promptPayPassword = prompt(PAY_PASSWORD);

interface PayPasswordInputProps extends Pick<TextInputProps, 'autoFocus' | 'readOnly'> {
  /** Called when the user leaves for the page on which the payment password is set. */
  onLeave?: (() => void) | undefined;
}

/**
 * Input for the payment password, below a notice for users who haven't set one. Browsers don't save it, because it isn't
 * the login password.
 */
export function PayPasswordInput({ onLeave, ...props }: PayPasswordInputProps) {
  const id = useId();
  const isUnset = useIsUnset();
  return (
    <>
      {isUnset && <UnsetNotice id={id} onLeave={onLeave} />}
      <CallInput
        source={PAY_PASSWORD}
        type="password"
        label="actions.pay_password"
        isRequired
        {...props}
        helperText=" "
        validate={promptPayPassword}
        htmlInput={{
          ...NOT_FOR_MANAGERS,
          'aria-required': true,
          maxLength: 128,
          ...(isUnset && { 'aria-details': id }),
        }}
      />
    </>
  );
}

/** The notice alone, for a step before that of the input. Renders nothing for users who have a payment password. */
export function NoPayPassword() {
  return useIsUnset() && <UnsetNotice />;
}

/** Says that the user hasn't set a payment password, with a link to its page. */
function UnsetNotice({ id, onLeave }: Pick<PayPasswordInputProps, 'onLeave'> & { id?: string }) {
  const { translate } = useFormatContext();
  const place = useResourcePlace('payPassword');
  return (
    <Alert id={id} severity="warning" role="status" sx={{ '& a': { color: 'inherit', fontWeight: 600 } }}>
      {translate('payPassword.none')}{' '}
      {place && (
        <Link to={place.basePath} onClick={onLeave}>
          {translate('payPassword.set')}
        </Link>
      )}
    </Alert>
  );
}

/** True if the user had no payment password at sign-in and hasn't set one since, in this browser or elsewhere. */
function useIsUnset(): boolean {
  const { getOwnPasswords } = useExistingCalls();
  const wasUnset = useGetIdentity().identity?.['pay_password'] === 'unset';
  const { data } = useQuery({
    queryKey: ['ownPasswords'],
    queryFn: async ({ signal }) => (await getOwnPasswords?.({ signal })) ?? null,
    enabled: wasUnset,
    refetchOnMount: 'always',
    meta: { hasOwnErrorDisplay: true },
  });
  return wasUnset && data?.has_pay_password !== true;
}
