import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ownPasswords } from '#shared/contract/calls.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/errorText.ts';
import { Notice } from '#console/ui/Notice.tsx';
import { LOGIN, PAY, type PasswordKind } from './passwordKinds.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** Changes the password of the sign-in. */
export function LoginPasswordPage() {
  return <OwnPasswordPage kind={LOGIN} />;
}

/** Changes the password without which no money leaves, or sets the first one. */
export function PayPasswordPage() {
  return <OwnPasswordPage kind={PAY} />;
}

/** The page of one of the user's own passwords. */
function OwnPasswordPage({ kind }: { kind: PasswordKind }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['ownPasswords'],
    queryFn: ({ signal }) => api(ownPasswords, { signal }),
    // Another tab may have set one meanwhile.
    refetchOnMount: 'always',
  });
  const isFirst = data && kind.page === 'payPassword' && !data.has_pay_password;
  return (
    <Stack sx={{ gap: 2, minWidth: 0, maxWidth: 640 }}>
      <Box>
        <Typography ref={heading} tabIndex={-1} component="h1" variant="h5" sx={{ outline: 'none' }}>
          {translate(`menu.${kind.page}`)}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 0.5 }}>
          {translate(`ownPasswords.${kind.page}.${isFirst ? 'about_first' : 'about'}`)}
        </Typography>
      </Box>
      {data && (
        <PasswordForm
          key={String(data.has_pay_password)}
          {...{ kind, own: data }}
          onDone={() => {
            heading.current?.focus();
            void refetch();
          }}
        />
      )}
      {!data && !error && <Skeleton aria-busy="true" variant="rounded" height={420} />}
      {!data && error && (
        <Notice
          role="alert"
          icon={<CloudOffOutlinedIcon />}
          title={translate('ownPasswords.load_error')}
          text={errorText(error, translate)}
          action={{ label: translate('list.retry'), onClick: () => void refetch() }}
        />
      )}
    </Stack>
  );
}
