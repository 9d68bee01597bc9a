import { Box, Link as MuiLink, Stack, Typography } from '@mui/material';
import type { ComponentProps } from 'react';
import type { BatchState, BatchItem } from '#shared/contract/batches.ts';
import { formatCount } from '@merchant-console/declaration';
import { CopyButton, type FormatContext, StatusChip, useFormatContext } from '@merchant-console/ra-declared';
import { formatInstant, Link } from '@merchant-console/ra-declared/internal';
import { useAmountInWords } from '#console/features/figures/useAmount.ts';
import { useBatchPath } from './batchPath.ts';

const facts = {
  display: 'grid',
  gap: { xs: 1.5, sm: 2 },
  m: 0,
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fill, minmax(176px, 1fr))' },
  '& dt': { color: 'text.secondary', fontSize: '0.75rem' },
  '& dd': { m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
};

/** Number, status and totals of a batch. */
export function BatchHeader({ batch }: { batch: BatchState }) {
  const context = useFormatContext();
  const { translate } = context;
  const amount = useAmountInWords(batch.currency);
  const label = (field: string) => translate(`fields.${field}`);
  const rows: [label: string, text: string | null][] = [
    [label('file_name'), batch.file_name],
    [label('channel_id'), batch.channel_name],
    [label('total_count'), formatCount(batch.total_count)],
    [
      batch.invalid_count > 0 ? translate('resources.batch_transfers.fields.total_amount') : label('total_amount'),
      amount(batch.total_amount),
    ],
    ...movedBy(batch, translate).map(([name, minor]): [string, string] => [name, amount(minor)]),
    [label('creator_id'), batch.creator_name],
    [label('approver_id'), batch.approver_name],
    [label('created_at'), formatInstant(batch.created_at, context)],
    [label('submitted_at'), formatInstant(batch.submitted_at, context)],
  ];
  const links: [label: string, batch: RelatedBatch][] = [
    ...(batch.repeats ? [batch.repeats] : []).map((one): [string, RelatedBatch] => [label('repeats_batch_id'), one]),
    ...batch.repeated_by.map((one): [string, RelatedBatch] => [label('repeated_by_batch_id'), one]),
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
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        {links.map(([name, related]) => (
          <div key={related.id}>
            <dt>{name}</dt>
            <dd>
              <BatchLink {...related} />
            </dd>
          </div>
        ))}
      </Box>
    </Stack>
  );
}

type RelatedBatch = BatchState['repeated_by'][number];

/** A related batch's number, as a link for users who have its page. */
function BatchLink({ id, batch_no }: RelatedBatch) {
  const path = useBatchPath()(id);
  if (path === null) return batch_no;
  return (
    <MuiLink component={Link} to={path}>
      {batch_no}
    </MuiLink>
  );
}

/** Labels and minor units of the batch's current costs. A discarded batch costs nothing. */
function movedBy(batch: BatchState, translate: FormatContext['translate']): [label: string, minor: string][] {
  const label = (field: string) => translate(`fields.${field}`);
  const fee = (standing: 'expected' | 'frozen'): [string, string] => [
    translate(`feeBreakdown.standings.${standing}.other`, { label: label('total_fee') }),
    batch.total_fee,
  ];
  const debit = (standing: 'to_debit' | 'frozen'): [string, string][] =>
    batch.total_debit === null ? [] : [[translate(`feeBreakdown.${standing}`), batch.total_debit]];
  switch (batch.status) {
    case 'draft':
      return [fee('expected'), ...debit('to_debit')];
    case 'submitted':
      return [fee('frozen'), ...debit('frozen')];
    case 'discarded':
      return [];
    default:
      return [
        [label('success_amount'), batch.success_amount],
        [label('success_fee'), batch.success_fee],
      ];
  }
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
