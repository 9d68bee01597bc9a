import { useEffect } from 'react';

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart'] as const;

/** Calls `touch`, which must be stable, for whatever a person does on the page. */
export function useActivity(touch: () => void): void {
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
