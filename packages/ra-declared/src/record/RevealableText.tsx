import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { Box, DialogContentText, IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { useDataProvider, useResourceContext } from 'react-admin';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { CallDialog } from '../ui/form/CallForm.tsx';
import { useFailureToast } from '../ui/useFailureToast.ts';
import { useIsGone } from '../ui/useIsGone.ts';
import { PayPasswordInput } from '../form/PayPasswordInput.tsx';
import { CopyButton } from './CopyButton.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** A masked value that the server returns in full on request. It is masked again after a while. */
export function RevealableText({ field, masked }: { field: Field; masked: string }) {
  const context = useFormatContext();
  const { translate } = context;
  const toastFailure = useFailureToast();
  const { whole, isAsking, reveal, hide } = useReveal(field.source);
  const [asksPassword, setAsksPassword] = useState(false);
  const needsPassword = field.type === 'text' && field.payPassword === true;

  const label = fieldLabel(field, context);
  const ask = () => {
    if (needsPassword) return setAsksPassword(true);
    reveal().catch(toastFailure);
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
      {asksPassword && (
        <RevealDialog title={words} masked={masked} reveal={reveal} onClose={() => setAsksPassword(false)} />
      )}
    </>
  );
}

interface RevealDialogProps {
  title: string;
  masked: string;
  reveal(payPassword: string): Promise<void>;
  onClose(): void;
}

/** Asks for the payment password before a value is shown in full. */
function RevealDialog({ title, masked, reveal, onClose }: RevealDialogProps) {
  const { translate } = useFormatContext();
  return (
    <CallDialog
      title={title}
      submit={translate('record.reveal_confirm')}
      defaultValues={NOTHING_TYPED}
      emptied={Object.keys(NOTHING_TYPED)}
      call={({ pay_password }) => reveal(pay_password).then(onClose)}
      onClose={onClose}
    >
      <DialogContentText>{translate('record.reveal_text', { value: masked })}</DialogContentText>
      <PayPasswordInput autoFocus />
    </CallDialog>
  );
}

const NOTHING_TYPED = { pay_password: '' };

/** Time in milliseconds. Long enough to read out a card number, short enough not to leave it on a screen. */
const SHOWN_MS = 30_000;

/** The full text of a masked value. Null until it is requested, and again after `SHOWN_MS`. */
function useReveal(source: string) {
  const { id } = useShownRecord();
  const resource = useResourceContext() ?? '';
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const [whole, setWhole] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isGone = useIsGone();
  useEffect(() => {
    if (whole === null) return;
    const hide = () => setWhole(null);
    const timer = setTimeout(hide, SHOWN_MS);
    return () => {
      clearTimeout(timer);
      // A kept page keeps its state and would show the value again.
      hide();
    };
  }, [whole]);
  return {
    whole,
    isAsking,
    /** @throws Error of the call if the server rejects it */
    async reveal(payPassword?: string): Promise<void> {
      setIsAsking(true);
      try {
        const asked = { id, source, ...(payPassword === undefined ? {} : { payPassword }) };
        const revealed = await dataProvider.revealValue(resource, asked);
        // On a page that was left meanwhile, nothing would hide it again.
        if (!isGone.current) setWhole(revealed ?? '');
      } finally {
        setIsAsking(false);
      }
    },
    hide: () => setWhole(null),
  };
}
