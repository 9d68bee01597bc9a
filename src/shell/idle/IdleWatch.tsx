import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { IdleMonitor } from './createIdleMonitor.ts';
import type { IdleDialogProps } from './IdleDialog.tsx';

/** How often the clock is looked at, in milliseconds. */
const CHECK_INTERVAL = { active: 5000, warned: 250, ended: 5000 };

interface IdleWatchProps {
  /** Makes the monitor of one session. */
  createMonitor(): IdleMonitor;
  /** Nobody has done anything for too long. */
  onEnd(): void;
  logOut(): void;
}

/** Signs out whoever has left, after a warning. */
export function IdleWatch({ createMonitor, onEnd, logOut }: IdleWatchProps) {
  const [monitor] = useState(createMonitor);
  const state = useSyncExternalStore(monitor.subscribe, monitor.get);
  const { phase } = state;
  const Dialog = useIdleDialog();
  useActivity(monitor.touch);
  useEffect(() => monitor.begin(), [monitor]);
  useEffect(() => {
    const timer = setInterval(monitor.check, CHECK_INTERVAL[phase]);
    // Another tab has noted activity, or this one is looked at again.
    window.addEventListener('storage', monitor.check);
    document.addEventListener('visibilitychange', monitor.check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', monitor.check);
      document.removeEventListener('visibilitychange', monitor.check);
    };
  }, [monitor, phase]);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (phase === 'ended') end();
  }, [phase]);
  if (state.phase !== 'warned' || !Dialog) return null;
  return <Dialog secondsLeft={state.secondsLeft} onStay={monitor.stay} onLogOut={logOut} />;
}

/** Once the first page has long been there, in milliseconds; again while it fails. */
const LOAD_AFTER = 10_000;

/** Fetched while there is still time, and not with the first page: when it is needed there may be no connection. */
function useIdleDialog(): ComponentType<IdleDialogProps> | null {
  const [Dialog, setDialog] = useState<ComponentType<IdleDialogProps> | null>(null);
  useEffect(() => {
    if (Dialog) return;
    const load = () =>
      void import('./IdleDialog.tsx').then(
        (module) => setDialog(() => module.IdleDialog),
        () => {},
      );
    const timer = setInterval(load, LOAD_AFTER);
    return () => clearInterval(timer);
  }, [Dialog]);
  return Dialog;
}

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart'] as const;

/** Calls `touch`, which must be stable, for whatever a person does on the page. */
function useActivity(touch: () => void): void {
  useEffect(() => {
    const listen = (event: Event) => {
      if (isByHand(event)) touch();
    };
    const options = { capture: true, passive: true };
    for (const type of EVENTS) window.addEventListener(type, listen, options);
    return () => {
      for (const type of EVENTS) window.removeEventListener(type, listen, options);
    };
  }, [touch]);
}

/** Browsers say that the pointer moves when the page moves under it. */
function isByHand(event: Event): boolean {
  if (!event.isTrusted) return false;
  return (
    event.type !== 'pointermove' || !(event instanceof PointerEvent) || event.movementX !== 0 || event.movementY !== 0
  );
}
