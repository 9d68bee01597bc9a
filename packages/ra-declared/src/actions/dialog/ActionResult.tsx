import { Alert, Box, Button, Dialog, DialogActions, DialogContent, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { resolveLabel, type Action } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { ActionTitle } from './ActionTitle.tsx';
import type { ActionWords } from './actionWords.ts';

interface ActionResultProps {
  result: NonNullable<Action['result']>;
  /** The server returns this value only once. */
  value: string;
  words: Pick<ActionWords, 'label' | 'subject'>;
  /** Label of the close button. */
  close?: string;
  onClose(): void;
}

type Copied = 'no' | 'yes' | 'failed';

/** Shows a result that can't be shown again. A stray click or key doesn't close it. */
export function ActionResult({ result, value, words, close, onClose }: ActionResultProps) {
  const { language, translate } = useFormatContext();
  const [copied, setCopied] = useState<Copied>('no');
  const textId = useId();
  const shown = result.kind === 'link' ? new URL(value, window.location.origin).href : value;
  const copy = () => {
    void copyText(shown).then((done) => setCopied(done ? 'yes' : 'failed'));
  };
  return (
    <Dialog open fullWidth maxWidth="sm" aria-describedby={textId}>
      <ActionTitle title={words.label} subject={words.subject} />
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box id={textId} sx={{ display: 'grid', gap: 2 }}>
          {result.text !== null && <Typography>{resolveLabel(result.text, language, translate)}</Typography>}
          <Alert severity="warning" role="presentation">
            {translate('actionResult.once')}
          </Alert>
        </Box>
        <Box
          component="output"
          aria-label={translate(`actionResult.${result.kind}`)}
          sx={{
            display: 'block',
            p: 1.5,
            borderRadius: 1,
            border: 1,
            borderColor: 'divider',
            bgcolor: 'action.hover',
            fontFamily: 'monospace',
            fontSize: '0.8125rem',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {shown}
        </Box>
        <Box role="status" sx={{ minHeight: '1.5em', typography: 'body2', color: 'text.secondary' }}>
          {copied === 'yes' && translate('actionResult.copied')}
          {copied === 'failed' && translate('actionResult.copy_failed')}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {close ?? translate('shell.close')}
        </Button>
        <Button variant="contained" autoFocus onClick={copy}>
          {translate(`actionResult.copy_${result.kind}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no https or no permission; the user can still select the text
  }
}
