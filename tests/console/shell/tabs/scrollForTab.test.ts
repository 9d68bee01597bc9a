import { describe, expect, it } from 'vitest';
import { scrollForTab } from '#console/shell/tabs/TabBar.tsx';

/** Six tabs of 100 px. */
const TABS = Array.from({ length: 6 }, (_, index) => ({ left: index * 100, right: index * 100 + 100 }));
const view = (scrollLeft: number) => ({ scrollLeft, width: 300, scrollWidth: 600 });

describe('a strip of tabs', () => {
  it.each([
    ['the first goes fully to the left', 0, 250, 0],
    ['the last goes fully to the right', 5, 0, 300],
    ['the next one comes in view, with 4 px beside it', 2, 0, 104],
    ['the one before comes in view, with 4 px beside it', 2, 150, 96],
    ['what is in view stays where it is', 2, 100, 104],
  ])('%s', (_what, index, scrollLeft, expected) => {
    expect(scrollForTab(TABS, index, view(scrollLeft))).toBe(expected);
  });
});
