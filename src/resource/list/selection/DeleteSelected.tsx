import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Button, LinearProgress } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { formatCount } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import { useDeleteSelected } from './useDeleteSelected.ts';

/** Deletes the selected records, after asking. */
export function DeleteSelected() {
  const { selectedIds } = useListContext();
  const { translate } = useFormatContext();
  /** How many were selected when it asked; null while it does not ask. */
  const [asked, setAsked] = useState<number | null>(null);
  const { done, run } = useDeleteSelected();
  const label = translate('selection.delete');
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setAsked(selectedIds.length)}>
        {label}
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={translate('selection.delete_title', { smart_count: asked, count: formatCount(asked) })}
          text={translate('selection.delete_text')}
          confirm={label}
          isDangerous
          needsServer
          isBusy={done !== null}
          onConfirm={() => void run().finally(() => setAsked(null))}
          onClose={() => done === null && setAsked(null)}
        >
          {done !== null && (
            <LinearProgress variant="determinate" aria-label={label} value={(100 * done) / asked} sx={{ mt: 2 }} />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
