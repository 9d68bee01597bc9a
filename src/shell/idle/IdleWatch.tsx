import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { IdleMonitor } from './createIdleMonitor.ts';
import type { IdleDialogProps } from './IdleDialog.tsx';

/** Interval of clock checks in each phase, in milliseconds. */
const CHECK_INTERVAL = { active: 5000, warned: 250, ended: 5000 };

interface IdleWatchProps {
  /** Creates the monitor of one session. */
  createMonitor(): IdleMonitor;
  /** Called when the session has ended for lack of activity. */
  onEnd(): void;
  logOut(): void;
}

/** Ends an inactive session after a warning. */
export function IdleWatch({ createMonitor, onEnd, logOut }: IdleWatchProps) {
  const [monitor] = useState(createMonitor);
  const state = useSyncExternalStore(monitor.subscribe, monitor.get);
  const { phase } = state;
  const Dialog = useIdleDialog();
  useActivity(monitor.touch);
  useEffect(() => monitor.begin(), [monitor]);
  useEffect(() => {
    const timer = setInterval(monitor.check, CHECK_INTERVAL[phase]);
    // Another tab may have recorded activity, or this tab is visible again.
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

/** Delay in milliseconds, well after the first page has loaded. Also the retry interval after a failed fetch. */
const LOAD_AFTER = 10_000;

/** Loads the dialog in advance, because there may be no connection when it is needed. Null until then. */
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

/** Calls `touch` whenever the user does something on the page. `touch` must be stable. */
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

/** True if the user caused the event. Browsers also report a pointer move when the page moves under the pointer. */
function isByHand(event: Event): boolean {
  if (!event.isTrusted) return false;
  return (
    event.type !== 'pointermove' || !(event instanceof PointerEvent) || event.movementX !== 0 || event.movementY !== 0
  );
}
