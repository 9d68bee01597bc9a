import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// After an event, Testing Library waits for a timer, but React renders what a promise has changed, such as the result of
// a validation, in a turn of `setImmediate`. On a busy machine the timer may come first. The first turn lets React start,
// the second one what that has scheduled.
const { asyncWrapper } = getConfig();
const { setImmediate } = globalThis;
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
configure({
  // The first test that opens a form also loads its code, which takes a busy machine longer than five seconds.
  asyncUtilTimeout: 30_000,
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback();
      await turn();
      await turn();
      return result;
    }),
});

// Only `hidden` and inline styles matter here. With style sheets, jsdom would match thousands of rules for each query.
const insertBefore = document.head.insertBefore.bind(document.head);
document.head.insertBefore = (node, before) =>
  node instanceof HTMLStyleElement && node.dataset['emotion'] !== undefined ? node : insertBefore(node, before);

// After each change of the page jsdom matches each element with all rules of its default style sheet. That would take a
// fifth of the time: queries by role need to know what is hidden, pop-ups what scrolls, text areas how tall they are.
const computedStyle = window.getComputedStyle.bind(window);
const INHERITED = new Map([
  ['visibility', 'visible'],
  ['pointer-events', 'auto'],
]);
const OWN = new Set([
  'display',
  'position',
  'overflow',
  'overflow-x',
  'overflow-y',
  'width',
  'box-sizing',
  'transform',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'border-top-width',
  'border-bottom-width',
]);
const emptyStyle = document.createElement('i').style;
const defaults = new Map<string, string>();

/** Value of a property for an element of this kind: what jsdom computes for another one without a style of its own. */
function defaultValue(element: Element, property: string): string {
  const attributes = ['hidden', 'open', 'type', 'popover'].filter((name) => element.hasAttribute(name));
  const kind = [element.localName, ...attributes.map((name) => `${name}=${element.getAttribute(name)}`)].join(' ');
  const key = `${property} of ${kind}`;
  const known = defaults.get(key);
  if (known !== undefined) return known;
  const sample = document.createElementNS(element.namespaceURI, element.localName);
  for (const name of attributes) sample.setAttribute(name, element.getAttribute(name) ?? '');
  const value = computedStyle(sample).getPropertyValue(property);
  defaults.set(key, value);
  return value;
}

/** A property of an inline style, or an empty string. */
function inlineValue(element: Element, property: string): string {
  // Reading the attribute is faster than parsing it. It may name a shorthand.
  const [shorthand = property] = property.split('-');
  const isSet = element.getAttribute('style')?.includes(shorthand) === true;
  const isStyled = element instanceof HTMLElement || element instanceof SVGElement;
  return isSet && isStyled ? element.style.getPropertyValue(property) : '';
}

/** Computed value of a property that doesn't need the whole computed style, or undefined for all others. */
function quickValue(element: Element, property: string): string | undefined {
  if (OWN.has(property)) return inlineValue(element, property) || defaultValue(element, property);
  const initial = INHERITED.get(property);
  if (initial === undefined) return undefined;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inlineValue(at, property);
    if (value !== '' && value !== 'inherit') return value;
  }
  return initial;
}

window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement) return computedStyle(element, pseudoElement);
  const valueOf = (property: string) =>
    quickValue(element, property) ?? computedStyle(element).getPropertyValue(property);
  return new Proxy(emptyStyle, {
    get(_style, property) {
      if (property === 'getPropertyValue') return valueOf;
      const name = String(property).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return quickValue(element, name) ?? Reflect.get(computedStyle(element), property);
    },
  });
};

// The page is never idle, so a list doesn't prefetch its next page during the calls of a slow test.
Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} });

// Nothing has a size in jsdom, so no size changes.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Test files share one page (`isolate: false` in vitest.config.ts), so each test cleans up after itself.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
});

// An import still pending at the end of a file would also fail in the next file, which shares the module cache.
afterAll(() => vi.dynamicImportSettled());
