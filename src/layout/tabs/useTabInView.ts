import { useLayoutEffect } from 'react';
import { scrollSideways } from './scrollSideways.ts';

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
