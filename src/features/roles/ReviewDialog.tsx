import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { RolePermissions } from '#shared/contract/roles.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/errorText.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { changeText, DifferenceList } from './DifferenceList.tsx';
import { sizeOf, type Difference } from './difference.ts';
import type { SaveGrants } from './useSaveGrants.ts';

interface ReviewDialogProps {
  role: RolePermissions['role'];
  found: readonly Difference[];
  /** How many permissions there are before and after. */
  counts: readonly [before: number, after: number];
  saving: SaveGrants;
  onClose(): void;
}

/** What a save will change, and for how many, before it is done. */
export function ReviewDialog({ role, found, counts: [before, after], saving, onClose }: ReviewDialogProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const { isSaving, failure } = saving;
  const close = () => {
    if (!isSaving) onClose();
  };
  const save = async () => {
    if (await saving.save()) onClose();
  };
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="review-title">
      <DialogTitle id="review-title" sx={{ overflowWrap: 'anywhere' }}>
        {translate('rolePermissions.review_title', { role: role.name })}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography>{translate('rolePermissions.affects', { smart_count: role.user_count })}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
          {translate('rolePermissions.before_after', { before, after })} · {changeText(sizeOf(found), translate)}
        </Typography>
        <DifferenceList found={found} heading="h3" />
        <div role="alert">
          {failure && (
            <Alert role="presentation" severity="error" sx={{ mt: 2 }}>
              {errorText(failure, translate)}
            </Alert>
          )}
        </div>
        {sending.reason}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close} disabled={isSaving}>
          {translate('form.cancel')}
        </Button>
        <Button
          variant="contained"
          autoFocus
          loading={isSaving}
          {...sending.button}
          onClick={() => !sending.isBlocked && void save()}
        >
          {translate('form.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
