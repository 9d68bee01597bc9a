import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { ResourceView } from '../ResourceView.ts';
import { errorText } from '#console/ui/errorText.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { useDelete } from './useDelete.ts';

interface DeleteDialogProps {
  view: ResourceView;
  record: IdentifiedRecord;
  onClose(): void;
}

/** Asks, by the record's name, before it is deleted; stays open and says why when it can't be. */
export function DeleteDialog({ view, record, onClose }: DeleteDialogProps) {
  const { translate } = useFormatContext();
  const { remove, isRemoving, failure } = useDelete(view, record);
  const sending = useSending();
  const close = () => {
    if (!isRemoving) onClose();
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="delete-title">
      <DialogTitle id="delete-title" sx={{ overflowWrap: 'anywhere' }}>
        {translate('record.delete_title', { name: recordName(record, view.resource) })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('record.delete_text')}</DialogContentText>
        {failure && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorText(failure, translate)}
          </Alert>
        )}
        {sending.reason}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={close} disabled={isRemoving}>
          {translate('form.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          loading={isRemoving}
          {...sending.button}
          onClick={() => !sending.isBlocked && remove()}
        >
          {translate('record.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
