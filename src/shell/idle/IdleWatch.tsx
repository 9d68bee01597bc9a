import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLoadedLater } from '@merchant-console/ra-declared/internal';
import type { IdleMonitor } from './createIdleMonitor.ts';

/** Interval of clock checks in each phase, in milliseconds. */
const CHECK_INTERVAL = { active: 5000, warned: 250, ended: 5000 };

const fetchDialog = async () => (await import('./IdleDialog.tsx')).IdleDialog;

interface IdleWatchProps {
  /** Creates the monitor of one session. */
  createMonitor(): IdleMonitor;
  logOut(params: { reason: 'user' | 'idle' }): unknown;
}

/** Ends an inactive session after a warning. */
export function IdleWatch({ createMonitor, logOut }: IdleWatchProps) {
  const [monitor] = useState(createMonitor);
  const state = useSyncExternalStore(monitor.subscribe, monitor.get);
  const { phase } = state;
  // In advance, because there may be no connection when it is needed.
  const Dialog = useLoadedLater(fetchDialog, 10_000);
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
  const end = useEffectEvent(() => void logOut({ reason: 'idle' }));
  useEffect(() => {
    if (phase === 'ended') end();
  }, [phase]);
  if (state.phase !== 'warned' || !Dialog) return null;
  return (
    <Dialog secondsLeft={state.secondsLeft} onStay={monitor.stay} onLogOut={() => void logOut({ reason: 'user' })} />
  );
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
