import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { useFormatContext } from '../ui/FormatContext.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  text: string;
  /** Label of the copied text. */
  label: string;
}

/** Copies a text to the clipboard and confirms it. Hidden if the browser has no clipboard (a page without https). */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { translate } = useFormatContext();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!('clipboard' in navigator)) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const words = translate(copied ? 'record.copied' : 'record.copy', { field: label });
  return (
    <>
      <Tooltip title={words}>
        <IconButton size="small" aria-label={words} onClick={copy} sx={{ p: 0.5, my: -0.5, color: 'text.secondary' }}>
          {copied ? <CheckIcon sx={{ fontSize: 16 }} /> : <ContentCopyIcon sx={{ fontSize: 16 }} />}
        </IconButton>
      </Tooltip>
      <Box component="span" role="status" sx={visuallyHidden}>
        {copied && words}
      </Box>
    </>
  );
}
