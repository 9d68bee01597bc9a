import { Box, Chip, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { CheckedDeclaration } from '#shared/contract/declarations.ts';
import { ConfirmDialog } from '@merchant-console/ra-declared/internal';

interface SaveDialogProps {
  name: string;
  checked: CheckedDeclaration;
  onSave(): Promise<void>;
  onClose(): void;
}

/** Shows what saving a declaration does to the stored records, and asks for agreement. */
export function SaveDialog({ name, checked: { plan }, onSave, onClose }: SaveDialogProps) {
  const translate = useTranslate();
  const save = useMutation({ mutationFn: onSave });
  const { rows = 0, steps = [], seconds = 0 } = plan ?? {};
  const loses = steps.some(({ step, count }) => step === 'drop' && count > 0);
  const wait = Math.round(seconds);
  return (
    <ConfirmDialog
      title={translate('declarationFiles.plan_title', { name: `${name}.json` })}
      text={translate('declarationFiles.plan_rows', { smart_count: rows })}
      confirm={translate('ra.action.save')}
      isDangerous={loses}
      isBusy={save.isPending}
      failure={save.error}
      needsServer
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      {steps.length === 0 ? (
        <Typography>{translate('declarationFiles.plan_none')}</Typography>
      ) : (
        <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
          {steps.map(({ step, subject, from, count }) => (
            <Typography component="li" key={`${step} ${subject}`} sx={{ overflowWrap: 'anywhere' }}>
              {translate(`declarationFiles.steps.${step}`, { subject, from, count })}
              {step === 'drop' && count > 0 && (
                <Chip size="small" color="error" label={translate('declarationFiles.loses')} sx={{ ml: 1 }} />
              )}
            </Typography>
          ))}
        </Box>
      )}
      {wait > 0 && <Typography>{translate('declarationFiles.plan_seconds', { smart_count: wait })}</Typography>}
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {translate('declarationFiles.plan_rights')}
      </Typography>
    </ConfirmDialog>
  );
}
