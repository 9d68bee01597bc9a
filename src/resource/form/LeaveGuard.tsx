import type { RefObject } from 'react';
import { useFormState } from 'react-hook-form';
import { useOpenPage } from '../openPage.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';

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
