import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';

/** Duration of a long press in milliseconds, as on phones. */
const LONG_MS = 500;
/** Distance in pixels from which a moving finger counts as scrolling. */
const SLACK_PX = 10;

/** Calls `onLongPress` with the element that a finger rests on. Suppresses the click at the end of a long press. */
export function useLongPress(onLongPress: ((target: EventTarget) => void) | null) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null);
  const wasLong = useRef(false);
  const stop = () => {
    if (press.current) window.clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => stop, []);
  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      wasLong.current = false;
      stop();
      if (onLongPress === null || pointerType !== 'touch') return;
      const timer = window.setTimeout(() => {
        press.current = null;
        wasLong.current = true;
        onLongPress(target);
      }, LONG_MS);
      press.current = { timer, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > SLACK_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd(event: TouchEvent) {
      // Suppresses the emulated mouse events, which would count as a click outside what has just opened.
      if (wasLong.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
