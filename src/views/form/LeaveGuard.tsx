import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useEffect, type RefObject } from 'react';
import { useBlocker, useCanBlock } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

interface LeaveGuardProps {
  /** Set once there is nothing left to lose. */
  isDone: RefObject<boolean>;
}

/** Asks before a form with unsaved changes is left, within the console or by closing the browser's tab. */
export function LeaveGuard({ isDone }: LeaveGuardProps) {
  const { isDirty } = useFormState();
  const canBlock = useCanBlock();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isDone.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, isDone]);
  return canBlock && <LeaveDialog isDirty={isDirty} isDone={isDone} />;
}

function LeaveDialog({ isDirty, isDone }: LeaveGuardProps & { isDirty: boolean }) {
  const { translate } = useFormatContext();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isDone.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} maxWidth="xs">
      <DialogTitle>{translate('form.leave_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('form.leave_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={stay}>
          {translate('form.stay')}
        </Button>
        <Button color="error" onClick={() => blocker.proceed?.()}>
          {translate('form.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
