import DownloadIcon from '@mui/icons-material/Download';
import { Box } from '@mui/material';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { formatSize } from '#shared/format/numbers.ts';
import { FileImage } from '#console/fields/file/FileImage.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { DownloadButton } from '#console/ui/DownloadButton.tsx';
import { useInputServices } from '#console/fields/inputs/InputServices.ts';
import { saveFile } from './saveFile.ts';
import { useShownRecord } from './useShownRecord.ts';

interface FileLinkProps {
  field: Field;
  file: FileValue;
}

/** A record's file: an image is shown, and any file can be downloaded. */
export function FileLink({ field, file }: FileLinkProps) {
  const { id } = useShownRecord();
  const { translate } = useFormatContext();
  const { downloadFile } = useInputServices();
  const words = `${file.name} · ${formatSize(file.size)}`;
  const download = async () => saveFile(await downloadFile(id, field.source, new AbortController().signal), file.name);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 0.5, minWidth: 0 }}>
      {field.type === 'image' && <FileImage source={field.source} file={file} recordId={id} height={120} />}
      <DownloadButton
        download={download}
        startIcon={<DownloadIcon />}
        aria-label={translate('files.download', { name: words })}
        sx={{ ml: -0.625, maxWidth: '100%', textAlign: 'start', overflowWrap: 'anywhere' }}
      >
        {words}
      </DownloadButton>
    </Box>
  );
}
