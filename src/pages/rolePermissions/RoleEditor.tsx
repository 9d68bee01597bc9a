import { Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { UnsavedGuard } from '#console/views/form/UnsavedGuard.tsx';
import { useOpenPage } from '#console/views/openPage.ts';
import { useRecordTitle } from '#console/views/recordTitle.ts';
import type { RolePermissions } from '#shared/contract/roles.ts';
import { ChangesBar } from './ChangesBar.tsx';
import { differences, sizeOf } from './difference.ts';
import { GrantConflict } from './GrantConflict.tsx';
import { PermissionTree } from './PermissionTree.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { RoleHeading } from './RoleHeading.tsx';
import { useGrants } from './useGrants.ts';
import { useSaveGrants } from './useSaveGrants.ts';

/** What a role grants, to be changed, looked through and saved. */
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
      <RoleHeading {...{ grants }} />
      {!isFixed && (
        <Typography variant="body2" color="text.secondary">
          {translate('rolePermissions.about')}
        </Typography>
      )}
      {saving.conflict && <GrantConflict {...{ grants, conflict: saving.conflict }} onResolve={saving.resolve} />}
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        <PermissionTree grants={grants} />
      </Paper>
      {isChanged && !saving.conflict && (
        <ChangesBar size={sizeOf(found)} onReview={() => setReviewing(true)} onDiscard={grants.discard} />
      )}
      {isReviewing && !saving.conflict && isChanged && (
        <ReviewDialog {...{ role: base.role, found, saving }} counts={[before.size, after.size]} onClose={close} />
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
