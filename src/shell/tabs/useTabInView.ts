import { useLayoutEffect, useEffect } from 'react';

/** Space beside the neighbours, in pixels (set by the spec). */
const SPACE_PX = 4;

/** Scroll position of a strip, in pixels, that shows a tab and both its neighbours. */
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
 * Scrolls the active tab into view when it, the tabs, their titles or the window's size change.
 *
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

/** Part of the wheel's delta by which the strip moves (set by the spec). */
const SHARE = 1 / 4;

/** Scrolls the strip sideways with the wheel (up moves right) and keeps the page from scrolling. */
export function useWheel(strip: HTMLElement | null): void {
  useEffect(() => {
    if (!strip) return;
    const onWheel = (event: WheelEvent) => {
      // Sideways movements of a touchpad scroll the strip natively.
      if (event.deltaY === 0) return;
      event.preventDefault();
      scrollSideways(strip, strip.scrollLeft - event.deltaY * SHARE);
    };
    // React's listener would be passive and couldn't keep the page from scrolling.
    strip.addEventListener('wheel', onWheel, { passive: false });
    return () => strip.removeEventListener('wheel', onWheel);
  }, [strip]);
}

/** @param left pixels from the element's start; clamped to its range */
function scrollSideways(element: Element, left: number): void {
  element.scrollLeft = left;
}
