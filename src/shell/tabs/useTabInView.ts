import { useLayoutEffect, useEffect } from 'react';

/** Space beside the neighbours, in pixels; the spec's. */
const SPACE_PX = 4;

/** Where a strip is to be scrolled to so that one of its tabs is in view, with both its neighbours. */
export function scrollForTab(
  tabs: readonly { left: number; right: number }[],
  index: number,
  { scrollLeft, width, scrollWidth }: { scrollLeft: number; width: number; scrollWidth: number },
): number {
  const [before, after] = [tabs[index - 1], tabs[index + 1]];
  if (!before) return 0;
  if (!after) return scrollWidth - width;
  if (after.right + SPACE_PX > scrollLeft + width) return after.right + SPACE_PX - width;
  if (before.left - SPACE_PX < scrollLeft) return before.left - SPACE_PX;
  return scrollLeft;
}

/**
 * Scrolls the strip when another tab becomes active, when there are other tabs or titles, and when the window changes.
 * @param titles of all tabs, as one text
 */
export function useTabInView(strip: HTMLElement | null, active: string, titles: string): void {
  useLayoutEffect(() => {
    if (!strip) return;
    const show = () => showTab(strip, active);
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [strip, active, titles]);
}

function showTab(strip: HTMLElement, path: string): void {
  const tabs = [...strip.querySelectorAll<HTMLElement>('[role=tab]')];
  const index = tabs.findIndex((tab) => tab.dataset['path'] === path);
  if (index < 0) return;
  const { scrollLeft, clientWidth: width, scrollWidth } = strip;
  const origin = strip.getBoundingClientRect().left - scrollLeft;
  const places = tabs.map((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    return { left: left - origin, right: right - origin };
  });
  scrollSideways(strip, scrollForTab(places, index, { scrollLeft, width, scrollWidth }));
}

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

/** @param left pixels from the element's beginning; what is out of range becomes the nearest that is not */
function scrollSideways(element: Element, left: number): void {
  element.scrollLeft = left;
}
