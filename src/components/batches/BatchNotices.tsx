import { Alert } from '@mui/material';
import type { BatchState } from '#shared/contract/batches.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { AcceptCards } from './AcceptCards.tsx';

/** What stands between a draft and its submission. */
export function BatchNotices({ batch, onChange }: { batch: BatchState; onChange(): void }) {
  const { translate } = useFormatContext();
  if (batch.status !== 'draft') return null;
  const counted = (key: string, count: number) =>
    translate(key, { smart_count: count, count: formatAmount(String(count), 0) });
  return (
    <>
      {batch.invalid_count > 0 && <Alert severity="error">{counted('batch.problems', batch.invalid_count)}</Alert>}
      {batch.open_card_count > 0 && (
        <Alert
          severity="warning"
          action={batch.may_repair && <AcceptCards {...{ batch, onChange }} />}
          sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        >
          {counted('batch.open_cards', batch.open_card_count)}
        </Alert>
      )}
      {batch.warning_count > 0 && <Alert severity="warning">{counted('batch.warnings', batch.warning_count)}</Alert>}
      {batch.needs_second_person && !batch.may_submit && (
        <Alert severity="info">{translate('errors.batch_second_person')}</Alert>
      )}
    </>
  );
}
