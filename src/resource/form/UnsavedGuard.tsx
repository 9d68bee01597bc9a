import { useEffect, type RefObject } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router-dom';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useUnsaved, useOpenPage } from '../openPage.ts';
import { LeaveDialog } from '#console/ui/LeaveDialog.tsx';
import { useFormState } from 'react-hook-form';

interface UnsavedGuardProps {
  isUnsaved: boolean;
  /** Set once there is nothing left to lose. */
  isDone?: RefObject<boolean>;
  /** Whether a step would lose what is not saved. */
  wouldLose(step: Parameters<BlockerFunction>[0]): boolean;
  /** The user has thought better of it. */
  onStay?(): void;
}

/** Asks before what is not saved is left for good, within the console or by closing the browser's tab. */
export function UnsavedGuard({ isUnsaved, isDone, wouldLose, onStay }: UnsavedGuardProps) {
  const { translate } = useFormatContext();
  useUnsaved(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (isDone?.current !== true) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved, isDone]);
  const blocker = useBlocker((step) => isUnsaved && isDone?.current !== true && wouldLose(step));
  return (
    <LeaveDialog
      isOpen={blocker.state === 'blocked'}
      text={translate('form.leave_text')}
      onStay={() => {
        blocker.reset?.();
        onStay?.();
      }}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface LeaveGuardProps {
  /** Set once there is nothing left to lose. */
  isDone: RefObject<boolean>;
  /** Set while the form is being left for good, though its page would stay open. */
  isLeaving: RefObject<boolean>;
  /** The user has thought better of it. */
  onStay(): void;
}

/** Asks before a form with unsaved changes is left for good. */
export function LeaveGuard({ isDone, isLeaving, onStay }: LeaveGuardProps) {
  const { isDirty } = useFormState();
  const { staysOpen } = useOpenPage();
  return (
    <UnsavedGuard
      {...{ isDone, onStay }}
      isUnsaved={isDirty}
      wouldLose={({ currentLocation, nextLocation }) =>
        (isLeaving.current || !staysOpen) && currentLocation.pathname !== nextLocation.pathname
      }
    />
  );
}
