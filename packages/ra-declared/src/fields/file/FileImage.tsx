import BrokenImageOutlinedIcon from '@mui/icons-material/BrokenImageOutlined';
import { Box, Skeleton } from '@mui/material';
import { useEffect, useState } from 'react';
import type { FileValue } from '@merchant-console/protocol';
import { useInputServices } from '../inputs/InputServices.ts';

interface FileImageProps {
  source: string;
  file: FileValue;
  recordId: string | number | null;
  /** The image, if it was uploaded from this page. */
  own?: File | null;
  /** In pixels. The width follows, up to the available space. */
  height: number;
}

/** An image of a record. It is fetched with the token, which a plain image URL can't carry. */
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

interface WantedFile {
  source: string;
  /** ID of the file. */
  id: string;
  recordId: string | number | null;
  own: File | null;
}

interface FileUrl {
  url: string | null;
  failed: boolean;
}

const NOT_YET: FileUrl = { url: null, failed: false };
const FAILED: FileUrl = { url: null, failed: true };

/** Object URL of a file's content, revoked when it is no longer shown. */
function useFileUrl({ source, id, recordId, own }: WantedFile): FileUrl {
  const { downloadFile } = useInputServices();
  const [result, setResult] = useState(NOT_YET);
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    const show = (content: Blob) => {
      if (controller.signal.aborted) return;
      url = URL.createObjectURL(content);
      setResult({ url, failed: false });
    };
    setResult(NOT_YET);
    if (own) show(own);
    else if (recordId === null) setResult(FAILED);
    else
      downloadFile(recordId, source, controller.signal).then(show, () => {
        if (!controller.signal.aborted) setResult(FAILED);
      });
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [downloadFile, source, id, recordId, own]);
  return result;
}
