import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { BatchState } from '#shared/contract/batches.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { ExportFormat } from '#console/api/exportRecords.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { saveFile } from '#console/views/record/saveFile.ts';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { errorText } from '#console/views/state/errorText.ts';

const ITEMS = 'batch_transfer_items';
const FORMATS: readonly ExportFormat[] = ['xlsx', 'csv'];

/** Each row with its state, what went wrong, and the number of its payout. */
const COLUMNS = [
  ...['line_no', 'payee_name', 'card_number', 'bank_name', 'branch_name', 'amount', 'fee', 'remark'],
  ...['status', 'error_code', 'error_msg', 'payout_id'],
];

/** What became of the rows, as a file. */
export function ResultFiles({ batch }: { batch: BatchState }) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [loading, setLoading] = useState<ExportFormat | null>(null);
  const mayExport = useResourcePlace(ITEMS)?.permissions.includes(`${ITEMS}.export`) ?? false;
  if (!mayExport) return null;
  async function download(format: ExportFormat): Promise<void> {
    setLoading(format);
    try {
      const { content } = await dataProvider.exportRecords(ITEMS, {
        ...{ format, columns: COLUMNS, filter: { batch_id: batch.id }, sort: { field: 'line_no', order: 'ASC' } },
      });
      saveFile(content, `${batch.batch_no}.${format}`);
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    } finally {
      setLoading(null);
    }
  }
  return FORMATS.map((format) => (
    <Button
      key={format}
      size="small"
      variant="outlined"
      startIcon={<DownloadIcon />}
      loading={loading === format}
      loadingPosition="start"
      onClick={() => void download(format)}
    >
      {translate('batch.result_file', { format: format.toUpperCase() })}
    </Button>
  ));
}
