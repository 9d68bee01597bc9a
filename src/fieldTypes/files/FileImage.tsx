import BrokenImageOutlinedIcon from '@mui/icons-material/BrokenImageOutlined';
import { Box, Skeleton } from '@mui/material';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import { useFileUrl } from './useFileUrl.ts';

interface FileImageProps {
  source: string;
  file: FileValue;
  recordId: string | number | null;
  /** The picture itself, where it was sent from here. */
  own?: File | null;
  /** In pixels; the width follows, up to the room there is. */
  height: number;
}

/** A record's picture. It is fetched with the token, which an address of its own could not carry. */
export function FileImage({ source, file, recordId, own = null, height }: FileImageProps) {
  const { url, failed } = useFileUrl({ source, id: file.id, recordId, own });
  if (failed) return <BrokenImageOutlinedIcon color="disabled" titleAccess={file.name} />;
  if (url === null) return <Skeleton variant="rounded" width={height} height={height} sx={{ flex: 'none' }} />;
  return (
    <Box
      component="img"
      src={url}
      alt={file.name}
      sx={{ height, maxWidth: '100%', minWidth: 24, objectFit: 'contain', borderRadius: 0.5, flex: 'none' }}
    />
  );
}
