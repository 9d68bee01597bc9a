import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { RolePermissions } from '#shared/contract/roles.ts';
import type { Translate } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { FailureAlert, useSending } from '@merchant-console/ra-declared/internal';
import { sizeOf, type Difference } from './selection.ts';
import type { PermissionNode } from './permissionTree.ts';
import type { SaveGrants } from './useGrants.ts';

interface DifferenceListProps {
  found: readonly Difference[];
  /** One level below the surrounding heading. */
  heading: 'h2' | 'h3';
}

/** The changes by page. */
export function DifferenceList({ found, heading }: DifferenceListProps) {
  const { translate } = useFormatContext();
  return found.map((one) => (
    <Box key={one.id} sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography component={heading} variant="subtitle2">
          {one.labels.join(' › ')}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={{ flex: 'none' }}>
          {changeText(sizeOf([one]), translate)}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.25, p: 0, listStyle: 'none' }}>
        {one.added.map((node) => (
          <Line key={node.id} node={node} isAdded />
        ))}
        {one.removed.map((node) => (
          <Line key={node.id} node={node} isAdded={false} />
        ))}
      </Box>
    </Box>
  ));
}

function Line({ node: { label }, isAdded }: { node: PermissionNode; isAdded: boolean }) {
  const { translate } = useFormatContext();
  const Icon = isAdded ? AddIcon : RemoveIcon;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.25 }}>
      <Icon
        role="img"
        aria-hidden={false}
        aria-label={translate(isAdded ? 'rolePermissions.is_added' : 'rolePermissions.is_removed')}
        sx={{ fontSize: 18, color: isAdded ? 'success.main' : 'error.main' }}
      />
      <Typography
        component="span"
        variant="body2"
        sx={isAdded ? undefined : { textDecoration: 'line-through', color: 'text.secondary' }}
      >
        {label}
      </Typography>
    </Box>
  );
}

/** `2 added · 1 removed` */
export function changeText({ added, removed }: { added: number; removed: number }, translate: Translate): string {
  const parts = [
    added > 0 ? translate('rolePermissions.added', { smart_count: added }) : '',
    removed > 0 ? translate('rolePermissions.removed', { smart_count: removed }) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

interface ReviewDialogProps {
  role: RolePermissions['role'];
  found: readonly Difference[];
  /** Number of permissions before and after. */
  counts: readonly [before: number, after: number];
  saving: SaveGrants;
  onClose(): void;
}

/** Shows a save's changes and the number of affected users, for confirmation. */
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
    <Dialog open onClose={close} maxWidth="sm" fullWidth>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>
        {translate('rolePermissions.review_title', { role: role.name })}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography>{translate('rolePermissions.affects', { smart_count: role.user_count })}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
          {translate('rolePermissions.before_after', { before, after })} · {changeText(sizeOf(found), translate)}
        </Typography>
        <DifferenceList found={found} heading="h3" />
        <FailureAlert error={failure} sx={{ mt: 2 }} />
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
