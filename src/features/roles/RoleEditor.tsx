import { Paper, Typography, Box, Button, Alert, AlertTitle, Stack } from '@mui/material';
import { useState, useEffect, useRef } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { stickyBar } from '#console/ui/form/stickyBar.ts';
import { UnsavedGuard } from '#console/resource/form/UnsavedGuard.tsx';
import { useOpenPage } from '#console/resource/openPage.ts';
import { useRecordTitle } from '#console/resource/recordTitle.ts';
import type { RolePermissions } from '#shared/contract/roles.ts';
import { differences, sizeOf } from './difference.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { ReviewDialog, changeText, DifferenceList } from './DifferenceList.tsx';
import { RoleHeading } from './RoleHeading.tsx';
import { useGrants, type Grants } from './useGrants.ts';
import { useSaveGrants } from './useSaveGrants.ts';

/** Page to change, review and save the permissions of a role. */
export function RoleEditor({ first }: { first: RolePermissions }) {
  const { translate } = useFormatContext();
  const { staysOpen } = useOpenPage();
  const grants = useGrants(first);
  const saving = useSaveGrants(grants);
  const [isReviewing, setReviewing] = useState(false);
  const { base, before, after, nodes, isChanged, isFixed } = grants;
  useRecordTitle(translate('rolePermissions.title', { role: base.role.name }));
  const found = differences(nodes, before, after);
  const close = () => {
    setReviewing(false);
    saving.forget();
  };
  return (
    <>
      <RoleHeading grants={grants} />
      {!isFixed && (
        <Typography variant="body2" color="text.secondary">
          {translate('rolePermissions.about')}
        </Typography>
      )}
      {saving.conflict && <GrantConflict grants={grants} conflict={saving.conflict} onResolve={saving.resolve} />}
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        <PermissionTree grants={grants} />
      </Paper>
      {isChanged && !saving.conflict && (
        <ChangesBar size={sizeOf(found)} onReview={() => setReviewing(true)} onDiscard={grants.discard} />
      )}
      {isReviewing && !saving.conflict && isChanged && (
        <ReviewDialog
          role={base.role}
          found={found}
          saving={saving}
          counts={[before.size, after.size]}
          onClose={close}
        />
      )}
      <UnsavedGuard
        isUnsaved={isChanged}
        wouldLose={({ currentLocation, nextLocation }) =>
          currentLocation.pathname === nextLocation.pathname
            ? currentLocation.search !== nextLocation.search
            : !staysOpen
        }
      />
    </>
  );
}

interface ChangesBarProps {
  size: { added: number; removed: number };
  onReview(): void;
  onDiscard(): void;
}

/** Number of unsaved changes, always visible while the tree scrolls. */
function ChangesBar({ size, onReview, onDiscard }: ChangesBarProps) {
  const { translate } = useFormatContext();
  return (
    <Box
      role="region"
      aria-label={translate('rolePermissions.changes')}
      sx={{ ...stickyBar, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
    >
      <Typography variant="body2" sx={{ flex: 1, minWidth: 140 }}>
        {changeText(size, translate)}
      </Typography>
      <Button color="inherit" onClick={onDiscard}>
        {translate('rolePermissions.discard')}
      </Button>
      <Button variant="contained" onClick={onReview}>
        {translate('rolePermissions.review')}
      </Button>
    </Box>
  );
}

interface GrantConflictProps {
  grants: Grants;
  /** The current permissions. */
  conflict: RolePermissions;
  onResolve(keep: boolean): void;
}

/** Another user has saved first: shows their changes and the two ways to continue. */
function GrantConflict({ grants: { nodes, before }, conflict, onResolve }: GrantConflictProps) {
  const { translate } = useFormatContext();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [conflict]);
  const theirs = differences(nodes, before, new Set(conflict.granted));
  return (
    <Alert ref={panel} tabIndex={-1} severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{translate('rolePermissions.conflict')}</AlertTitle>
      {translate(theirs.length > 0 ? 'rolePermissions.conflict_text' : 'rolePermissions.conflict_words')}
      <DifferenceList found={theirs} heading="h2" />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, mt: 1.5 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onResolve(true)}>
          {translate('rolePermissions.reapply')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onResolve(false)}>
          {translate('form.take_theirs')}
        </Button>
      </Stack>
    </Alert>
  );
}
