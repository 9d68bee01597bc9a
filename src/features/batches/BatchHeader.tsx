import { Box, Stack, Typography } from '@mui/material';
import type { ComponentProps } from 'react';
import type { BatchState, BatchItem } from '#shared/contract/batches.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { StatusChip } from '#console/fields/choice/StatusChip.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CopyButton } from '#console/resource/record/CopyButton.tsx';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';

const facts = {
  display: 'grid',
  gap: { xs: 1.5, sm: 2 },
  m: 0,
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
  '& dt': { color: 'text.secondary', fontSize: '0.75rem' },
  '& dd': { m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
};

/** What a batch is, where it is, and what it comes to. */
export function BatchHeader({ batch }: { batch: BatchState }) {
  const context = useFormatContext();
  const { translate } = context;
  const amount = useAmountInWords(batch.currency);
  const rows: [field: string, text: string | null][] = [
    ['file_name', batch.file_name],
    ['channel_id', batch.channel_name],
    ['total_count', formatCount(batch.total_count)],
    ['total_amount', amount(batch.total_amount)],
    ['total_fee', amount(batch.total_fee)],
    ['creator_id', batch.creator_name],
    ['approver_id', batch.approver_name],
    ['created_at', formatInstant(batch.created_at, context)],
    ['submitted_at', formatInstant(batch.submitted_at, context)],
  ];
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
          {batch.batch_no}
          <CopyButton text={batch.batch_no} label={translate('fields.batch_no')} />
        </Typography>
        <StatusChip tone={BATCH_TONES[batch.status]}>{translate(`status.${batch.status}`)}</StatusChip>
      </Stack>
      <Box component="dl" sx={facts}>
        {rows
          .filter(([, text]) => text !== null && text !== '')
          .map(([field, text]) => (
            <div key={field}>
              <dt>{translate(`fields.${field}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </Box>
    </Stack>
  );
}

type Tone = ComponentProps<typeof StatusChip>['tone'];

const BATCH_TONES: Record<BatchState['status'], Tone> = {
  draft: 'default',
  submitted: 'info',
  processing: 'info',
  done: 'success',
  partly_failed: 'warning',
  failed: 'error',
  discarded: 'default',
};

export const ITEM_TONES: Record<BatchItem['status'], Tone> = {
  invalid: 'error',
  valid: 'default',
  queued: 'info',
  success: 'success',
  failed: 'error',
};

/** Writes minor units of a currency as people do, with its code behind. */
export function useAmountInWords(currency: string): (minor: string) => string {
  const { currencyData } = useFormatContext();
  return (minor) => amountInWords(minor, currency, currencyData);
}
