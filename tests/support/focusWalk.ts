import type { Page } from 'playwright-core';

/** A place where the keyboard stops, as the eye finds it. */
export interface Stop {
  name: string;
  /** The part of the page that it is in. */
  region: string;
  /** In pixels of the page, not of the window. */
  box: { left: number; top: number; right: number; bottom: number };
  /** Why one may not know where one is: empty for a good stop. */
  trouble: string[];
}

/** More than any page has: the keyboard is in a trap. */
const TOO_MANY = 150;

/** Goes through the whole page by one key, from where the focus is to the end of the page. */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() => Reflect.deleteProperty(window, 'focusWalk'));
  for (let presses = 0; presses < TOO_MANY; presses++) {
    await page.keyboard.press(key);
    const { stop, unmarked } = await page.evaluate(lookAtFocus);
    const last = stops.at(-1);
    if (unmarked && last) last.trouble.push('looks the same without the focus');
    if (stop === 'end') return stops;
    if (stop !== 'same') stops.push(stop);
  }
  throw new Error(
    `No way out: ${stops
      .slice(-4)
      .map(({ name }) => name)
      .join()}`,
  );
}

/** What is wrong with the stops of a walk, and with their order within each region. */
export function troublesOf(stops: readonly Stop[]): string[] {
  const troubles = stops.flatMap(({ name, trouble }) => trouble.map((one) => `${name}: ${one}`));
  const backwards = stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    return next && next.region === stop.region && isBefore(next.box, stop.box)
      ? [`${next.name} is before ${stop.name}`]
      : [];
  });
  return [...troubles, ...backwards];
}

/** Above it, or on its line and more to the left. */
function isBefore(box: Stop['box'], other: Stop['box']): boolean {
  if (box.bottom <= other.top) return box.left < other.right;
  return box.top < other.bottom && box.right <= other.left;
}

/** The regions in the order they are come to. */
export function regionsOf(stops: readonly Stop[]): string[] {
  return stops.map(({ region }) => region).filter((region, index, all) => region !== all[index - 1]);
}

/**
 * What has the focus, and whether the one before looked different while it had it. Runs in the page.
 */
async function lookAtFocus(): Promise<{ stop: Stop | 'same' | 'end'; unmarked: boolean }> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await frame();
  const seen: { looks: Map<Element, string>; last: Element | null } = Reflect.get(window, 'focusWalk') ?? {
    looks: new Map<Element, string>(),
    last: null,
  };
  Reflect.set(window, 'focusWalk', seen);
  const { looks, last } = seen;
  const element = document.activeElement;
  // Day, month and year are stops within one field.
  if (element && element === last) return { stop: 'same', unmarked: false };
  const unmarked = last?.isConnected === true && looks.get(last) === lookOf(last);
  // Past the end a browser begins again.
  if (!element || element === document.body || looks.has(element)) return { stop: 'end', unmarked };
  looks.set(element, lookOf(element));
  seen.last = element;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [window.scrollX, window.scrollY];
  return {
    stop: {
      ...{ name: nameOf(element), region: regionOf(element), trouble: troubleOf(element) },
      box: { left: left + x, top: top + y, right: right + x, bottom: bottom + y },
    },
    unmarked,
  };

  /** All that can show where the focus is, of the element and of what frames it. */
  function lookOf(marked: Element): string {
    const frames = [marked, marked.parentElement, marked.parentElement?.parentElement, marked.closest('label')];
    const siblings = [...(marked.parentElement?.children ?? [])].filter((one) => one.ariaHidden === 'true');
    // A row of a table is marked on its cells.
    return [...frames, ...siblings, ...(marked instanceof HTMLTableRowElement ? marked.cells : [])]
      .filter((one) => one instanceof Element)
      .flatMap((one) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(one, pseudo)))
      .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, backgroundColor, border, clipPath }) =>
        [outlineStyle !== 'none' && outlineWidth + outlineColor, boxShadow, backgroundColor, border, clipPath].join(),
      )
      .join('\n');
  }

  function troubleOf(one: Element): string[] {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return coversFor(one) ? [] : ['is hidden'];
    if (box.width === 0 || box.height === 0) return ['has no size'];
    // WCAG asks that a part of it be seen: of a tall text area the line that one types in.
    const points = [0.1, 0.5, 0.9].map((share) =>
      document.elementFromPoint(box.left + box.width * share, box.top + box.height * (box.height > 80 ? share : 0.5)),
    );
    if (points.every((hit) => hit === null)) return ['is off screen'];
    const isOwn = (hit: Element | null) =>
      hit !== null && (one.contains(hit) || hit.closest('label')?.contains(one) === true || isFrame(one, hit));
    return points.some(isOwn) ? [] : [`is covered by ${points.find((hit) => hit !== null)?.outerHTML.slice(0, 80)}`];
  }

  /** What is drawn around or over an input as part of it. */
  function isFrame(one: Element, hit: Element): boolean {
    return hit.contains(one) && hit.getBoundingClientRect().height < one.getBoundingClientRect().height + 40;
  }

  /** Boxes and switches are drawn by something else, over an input that nobody sees. */
  function coversFor(one: Element): boolean {
    return one instanceof HTMLInputElement && one.parentElement?.checkVisibility() === true;
  }

  function nameOf(one: Element): string {
    const label =
      one.getAttribute('aria-label') ?? (one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : null);
    return label || one.textContent.trim().slice(0, 40) || one.outerHTML.slice(0, 80);
  }

  function regionOf(one: Element): string {
    const region = one.closest('nav, [role=group], [role=tablist], table, header, main, aside, [role=dialog], form');
    const labelled = region?.getAttribute('aria-label');
    return labelled ?? region?.tagName.toLowerCase() ?? 'page';
  }
}
