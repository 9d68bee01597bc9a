import { Box } from '@mui/material';
import { useFieldValue } from 'react-admin';
import { plainText } from '@merchant-console/declaration';
import { type NamedFieldProps, StatusChip, useFormatContext } from '@merchant-console/ra-declared';

/** A balance. A negative one is shown as an error with its reason in words, because no wallet can be overdrawn. */
export function BalanceField({ source, children }: Omit<NamedFieldProps, 'label'>) {
  const value = plainText(useFieldValue({ source }));
  const { translate } = useFormatContext();
  if (!value.startsWith('-')) return children;
  return (
    <>
      <Box component="span" sx={{ color: 'error.main', fontWeight: 600, whiteSpace: 'nowrap' }}>
        {children}
      </Box>{' '}
      <StatusChip tone="error">{translate('wallets.insufficient')}</StatusChip>
    </>
  );
}
