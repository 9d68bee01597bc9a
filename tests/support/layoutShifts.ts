import type { Page } from 'playwright-core';

/** Smaller shifts are caused by rounded positions. */
const NOTICEABLE = 0.001;

/**
 * Watches every page opened from now on for layout shifts. The returned function lists the shifts since its last call,
 * except those within `apart`.
 */
export async function watchLayout(page: Page): Promise<(apart?: Part) => Promise<string[]>> {
  await page.addInitScript(observeShifts);
  return async (apart) => {
    const told = (await page.evaluate(takeShifts)).filter(({ within }) => !(apart && within.includes(apart)));
    const sum = told.reduce((total, { value }) => total + value, 0);
    return sum < NOTICEABLE ? [] : told.map(({ value, places }) => `${value.toFixed(4)}: ${places}`);
  };
}

type Part = 'header' | 'nav';

interface Shift {
  value: number;
  places: string;
  /** Parts of the page that contain all that moved. */
  within: Part[];
}

interface Source {
  node?: Node | null;
  previousRect: DOMRect;
  currentRect: DOMRect;
}

function observeShifts(): void {
  const shifts: Shift[] = [];
  Reflect.set(window, 'layoutShifts', shifts);
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({ type: 'layout-shift', buffered: true });
  Reflect.set(window, 'flushLayoutShifts', () => observer.takeRecords().forEach(note));

  function note(entry: PerformanceEntry): void {
    const value: unknown = Reflect.get(entry, 'value');
    const sources: unknown = Reflect.get(entry, 'sources');
    if (typeof value !== 'number' || Reflect.get(entry, 'hadRecentInput') === true) return;
    const known: Source[] = Array.isArray(sources) ? sources : [];
    const contains = (part: Part) => known.length > 0 && known.every(({ node }) => node?.parentElement?.closest(part));
    const parts: Part[] = ['header', 'nav'];
    shifts.push({ value, places: known.map(placeOf).join('; '), within: parts.filter(contains) });
  }

  function placeOf(source: Source): string {
    const { node, previousRect: from, currentRect: to } = source;
    const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.nodeName ?? 'gone');
    const text = node?.textContent?.slice(0, 30) ?? '';
    return `${name} “${text}” ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
  }
}

function takeShifts(): Shift[] {
  const flush: unknown = Reflect.get(window, 'flushLayoutShifts');
  if (typeof flush === 'function') flush();
  const shifts: unknown = Reflect.get(window, 'layoutShifts');
  return Array.isArray(shifts) ? shifts.splice(0) : [];
}
