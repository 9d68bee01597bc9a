import type { Page } from 'playwright-core';

/** A stop of the keyboard focus, described by what is visible. */
export interface Stop {
  name: string;
  /** The region of the page that contains it. */
  region: string;
  /** In pixels relative to the page, not to the window. */
  box: { left: number; top: number; right: number; bottom: number };
  /** Reasons why users may not see where the focus is; empty for a good stop. */
  trouble: string[];
}

/** More stops than any page has. Reaching it means that the page traps the keyboard. */
const TOO_MANY = 150;

/** Moves the focus through the whole page with one key, from the current focus to the end of the page. */
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

/** Problems of the stops of a walk, and of their order within each region. */
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

/** True if `box` is above `other`, or on its line and further left. */
function isBefore(box: Stop['box'], other: Stop['box']): boolean {
  if (box.bottom <= other.top) return box.left < other.right;
  return box.top < other.bottom && box.right <= other.left;
}

/** The regions in the order in which the focus reaches them. */
export function regionsOf(stops: readonly Stop[]): string[] {
  return stops.map(({ region }) => region).filter((region, index, all) => region !== all[index - 1]);
}

/**
 * Describes the focused element, and checks whether the previous one looked different while it had focus. Runs in the
 * page.
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
  // Day, month and year are separate stops within one field.
  if (element && element === last) return { stop: 'same', unmarked: false };
  const unmarked = last?.isConnected === true && looks.get(last) === lookOf(last);
  // At the end of the page, the browser starts again at the beginning.
  if (!element || element === document.body || looks.has(element)) return { stop: 'end', unmarked };
  looks.set(element, lookOf(element));
  seen.last = element;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [window.scrollX, window.scrollY];
  return {
    stop: {
      name: nameOf(element),
      region: regionOf(element),
      trouble: troubleOf(element),
      box: { left: left + x, top: top + y, right: right + x, bottom: bottom + y },
    },
    unmarked,
  };

  /** All styles that can show focus, of the element and of the elements that frame it. */
  function lookOf(marked: Element): string {
    const frames = [marked, marked.parentElement, marked.parentElement?.parentElement, marked.closest('label')];
    const siblings = [...(marked.parentElement?.children ?? [])].filter((one) => one.ariaHidden === 'true');
    // A table row shows its focus on its cells.
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
    // WCAG requires that part of the element is visible: in a tall text area, the line with the cursor.
    const points = [0.1, 0.5, 0.9].map((share) =>
      document.elementFromPoint(box.left + box.width * share, box.top + box.height * (box.height > 80 ? share : 0.5)),
    );
    if (points.every((hit) => hit === null)) return ['is off screen'];
    const isOwn = (hit: Element | null) =>
      hit !== null && (one.contains(hit) || hit.closest('label')?.contains(one) === true || isFrame(one, hit));
    return points.some(isOwn) ? [] : [`is covered by ${points.find((hit) => hit !== null)?.outerHTML.slice(0, 80)}`];
  }

  /** True for an element drawn around or over an input as part of it. */
  function isFrame(one: Element, hit: Element): boolean {
    return hit.contains(one) && hit.getBoundingClientRect().height < one.getBoundingClientRect().height + 40;
  }

  /** Checkboxes and switches draw another element over an invisible input. */
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
