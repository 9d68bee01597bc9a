import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { saveFile } from '#console/views/record/saveFile.ts';
import { errorText } from '#console/views/state/errorText.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** Empty files to fill in. */
export function TemplateLinks() {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [loading, setLoading] = useState<string | null>(null);
  async function fetchTemplate(format: (typeof FORMATS)[number]): Promise<void> {
    setLoading(format);
    try {
      const { name, content } = await dataProvider.batchTemplate(format);
      saveFile(content, name ?? `template.${format}`);
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    } finally {
      setLoading(null);
    }
  }
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {translate('batch.template')}
      </Typography>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          startIcon={<DownloadIcon />}
          loading={loading === format}
          loadingPosition="start"
          onClick={() => void fetchTemplate(format)}
          aria-label={`${translate('batch.template')} ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Stack>
  );
}
