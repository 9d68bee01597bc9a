import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useFieldValue } from 'react-admin';
import { plainText } from '#shared/format/plainText.ts';
import { StatusChip } from '#console/fields/choice/StatusChip.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';

interface BalanceFieldProps {
  source: string;
  /** The formatted amount. */
  children?: ReactNode;
}

/** A balance. A negative one is shown as an error with its reason in words, because no wallet can be overdrawn. */
export function BalanceField({ source, children }: BalanceFieldProps) {
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
