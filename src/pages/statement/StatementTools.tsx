import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { StatementFormat } from '#shared/contract/statements.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { saveFile } from '#console/views/record/saveFile.ts';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { parametersOf } from './parametersOf.ts';
import type { StatementState } from './useStatement.ts';

const FORMATS = ['csv', 'xlsx'] as const;

/** Takes the statement that is shown out of the console. */
export function StatementTools({ state: { data, query } }: { state: StatementState }) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const canExport = useResourcePlace('statements')?.permissions.includes('statements.export') ?? false;
  const [saving, setSaving] = useState<StatementFormat | null>(null);
  async function save(format: StatementFormat): Promise<void> {
    setSaving(format);
    try {
      const { name, content } = await dataProvider.statementFile({
        ...parametersOf({ ...query, ...data?.period }),
        format,
      });
      saveFile(content, name ?? `statement.${format}`);
      notify('exporting.done', { type: 'success', messageArgs: { name: name ?? format } });
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    } finally {
      setSaving(null);
    }
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {canExport &&
        FORMATS.map((format) => (
          <Button
            key={format}
            variant="outlined"
            size="small"
            startIcon={<DownloadIcon />}
            loading={saving === format}
            loadingPosition="start"
            disabled={!data}
            onClick={() => void save(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      <Button
        variant="outlined"
        size="small"
        startIcon={<PrintIcon />}
        disabled={!data}
        onClick={() => {
          window.print();
        }}
      >
        {translate('statement.print')}
      </Button>
    </Box>
  );
}
