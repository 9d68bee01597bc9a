import { useEffect, type RefObject } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router-dom';
import { useUnsaved, useOpenPage } from '../openPage.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { useFormState } from 'react-hook-form';

interface UnsavedGuardProps {
  isUnsaved: boolean;
  /** Set once there is nothing left to lose. */
  isDone?: RefObject<boolean>;
  /** True if a navigation would lose unsaved changes. */
  wouldLose(step: Parameters<BlockerFunction>[0]): boolean;
  /** Called when the user decides to stay. */
  onStay?(): void;
}

/** Asks before unsaved changes are lost, by navigation or by closing the browser's tab. */
export function UnsavedGuard({ isUnsaved, isDone, wouldLose, onStay }: UnsavedGuardProps) {
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
  /** Set while the form is left for good, even though its page stays open. */
  isLeaving: RefObject<boolean>;
  /** Called when the user decides to stay. */
  onStay(): void;
}

/** Asks before a form with unsaved changes is left for good. */
export function LeaveGuard({ isDone, isLeaving, onStay }: LeaveGuardProps) {
  const { isDirty } = useFormState();
  const { staysOpen } = useOpenPage();
  return (
    <UnsavedGuard
      isDone={isDone}
      onStay={onStay}
      isUnsaved={isDirty}
      wouldLose={({ currentLocation, nextLocation }) =>
        (isLeaving.current || !staysOpen) && currentLocation.pathname !== nextLocation.pathname
      }
    />
  );
}
