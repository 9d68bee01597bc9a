import InsertDriveFileOutlinedIcon from '@mui/icons-material/InsertDriveFileOutlined';
import { Box, Typography } from '@mui/material';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fileSize } from '../files/fileSize.ts';
import { FileImage } from '../files/FileImage.tsx';
import type { SentFile } from './useUpload.ts';

interface ChosenFileProps {
  field: Field;
  file: FileValue;
  /** The record that has it; null while it was only sent. */
  recordId: string | number | null;
  local: SentFile | null;
}

/** Which file it is, with a small picture of an image. */
export function ChosenFile({ field, file, recordId, local }: ChosenFileProps) {
  const own = local?.id === file.id ? local.file : null;
  return (
    <>
      {field.type === 'image' ? (
        <FileImage source={field.source} file={file} recordId={recordId} own={own} height={40} />
      ) : (
        <InsertDriveFileOutlinedIcon color="action" />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap>{file.name}</Typography>
        <Typography variant="caption" color="text.secondary">
          {fileSize(file.size)}
        </Typography>
      </Box>
    </>
  );
}
