import { useEffect, useState } from 'react';
import { useInputServices } from '../inputs/InputServices.ts';

interface WantedFile {
  source: string;
  /** Of the file. */
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

/** An address of a file's content within this page, given back when it is no longer shown. */
export function useFileUrl({ source, id, recordId, own }: WantedFile): FileUrl {
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
