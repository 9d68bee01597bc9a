import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { errorText } from '#console/ui/errorText.ts';
import { CopyButton } from './CopyButton.tsx';
import { RevealDialog } from './RevealDialog.tsx';
import { useReveal } from './useReveal.ts';

interface RevealableTextProps {
  field: Field;
  masked: string;
}

/** A masked value, which the server gives in full when asked; it hides again by itself. */
export function RevealableText({ field, masked }: RevealableTextProps) {
  const context = useFormatContext();
  const { translate } = context;
  const notify = useNotify();
  const { whole, isAsking, reveal, hide } = useReveal(field.source);
  const [asksPassword, setAsksPassword] = useState(false);
  const needsPassword = field.type === 'text' && field.payPassword === true;

  const label = fieldLabel(field, context);
  const ask = () => {
    if (needsPassword) return setAsksPassword(true);
    reveal().catch((error: unknown) =>
      notify(error instanceof Error ? errorText(error, translate) : String(error), { type: 'error' }),
    );
  };
  const words = translate(whole === null ? 'record.reveal' : 'record.hide', { field: label });
  return (
    <>
      <span aria-live="polite">{whole ?? masked}</span>
      <Tooltip title={words}>
        <Box component="span">
          <IconButton
            size="small"
            aria-label={words}
            disabled={isAsking}
            onClick={whole === null ? ask : hide}
            sx={{ p: 0.5, my: -0.5, ml: 0.5, color: 'text.secondary' }}
          >
            {whole === null ? <VisibilityIcon sx={{ fontSize: 16 }} /> : <VisibilityOffIcon sx={{ fontSize: 16 }} />}
          </IconButton>
        </Box>
      </Tooltip>
      {whole !== null && <CopyButton text={whole} label={label} />}
      {asksPassword && <RevealDialog title={words} {...{ masked, reveal }} onClose={() => setAsksPassword(false)} />}
    </>
  );
}
