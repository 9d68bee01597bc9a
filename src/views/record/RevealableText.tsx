import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { useDataProvider, useNotify, useResourceContext } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { errorText } from '../state/errorText.ts';
import { CopyButton } from './CopyButton.tsx';

/** Long enough to read a card number to someone, short enough not to be left on a screen. */
const SHOWN_MS = 30_000;

interface RevealableTextProps {
  field: Field;
  masked: string;
  recordId: string | number;
}

/** A masked value, which the server gives in full when asked; it hides again by itself. */
export function RevealableText({ field, masked, recordId }: RevealableTextProps) {
  const context = useFormatContext();
  const { translate } = context;
  const resource = useResourceContext() ?? '';
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [whole, setWhole] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (whole === null) return;
    const timer = setTimeout(() => setWhole(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [whole]);

  const label = fieldLabel(field, context);
  const reveal = () => {
    setIsAsking(true);
    dataProvider
      .revealValue(resource, { id: recordId, source: field.source })
      .then(
        (value) => setWhole(value ?? ''),
        (error: unknown) =>
          notify(error instanceof Error ? errorText(error, translate) : String(error), { type: 'error' }),
      )
      .finally(() => setIsAsking(false));
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
            onClick={whole === null ? reveal : () => setWhole(null)}
            sx={{ p: 0.5, my: -0.5, ml: 0.5, color: 'text.secondary' }}
          >
            {whole === null ? <VisibilityIcon sx={{ fontSize: 16 }} /> : <VisibilityOffIcon sx={{ fontSize: 16 }} />}
          </IconButton>
        </Box>
      </Tooltip>
      {whole !== null && <CopyButton text={whole} label={label} />}
    </>
  );
}
