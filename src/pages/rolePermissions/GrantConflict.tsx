import { Alert, AlertTitle, Button, Stack } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { RolePermissions } from '#shared/contract/roles.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { differences } from './difference.ts';
import { DifferenceList } from './DifferenceList.tsx';
import type { Grants } from './useGrants.ts';

interface GrantConflictProps {
  grants: Grants;
  /** As it is now. */
  conflict: RolePermissions;
  onResolve(keep: boolean): void;
}

/** Somebody else was faster: what they have changed, and the two ways to go on. */
export function GrantConflict({ grants: { nodes, before }, conflict, onResolve }: GrantConflictProps) {
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
