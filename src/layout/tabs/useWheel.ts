import { useEffect } from 'react';
import { scrollSideways } from './scrollSideways.ts';

/** Part of the wheel's delta that the strip is moved by; the spec's. */
const SHARE = 1 / 4;

/** The wheel moves the strip sideways, up to the right, and not the page. */
export function useWheel(strip: HTMLElement | null): void {
  useEffect(() => {
    if (!strip) return;
    const onWheel = (event: WheelEvent) => {
      // A touchpad that is moved sideways does by itself what it should.
      if (event.deltaY === 0) return;
      event.preventDefault();
      scrollSideways(strip, strip.scrollLeft - event.deltaY * SHARE);
    };
    // React's own listener would be passive, which could not keep the page from scrolling.
    strip.addEventListener('wheel', onWheel, { passive: false });
    return () => strip.removeEventListener('wheel', onWheel);
  }, [strip]);
}
