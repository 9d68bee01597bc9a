import type { Locator, Page } from 'playwright-core';

/** Clicks and key presses of a job. A chord such as Ctrl+K counts as one. */
export interface Presses {
  clicks: number;
  keys: number;
}

/** Number of tab stops after which an element counts as unreachable. */
const MOST_TABS = 60;

/** Uses the page with mouse and keyboard only, so that every action is counted. */
export class Hand {
  constructor(readonly page: Page) {}

  click(locator: Locator): Promise<void> {
    return locator.click();
  }

  /** Skips the click if the field already has the focus, as users do. */
  async clickUnlessFocused(locator: Locator): Promise<void> {
    await locator.waitFor();
    if (!(await hasFocus(locator))) await locator.click();
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Pastes a text that was copied elsewhere, such as a number from a message. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+V');
  }

  /** Presses Tab until the element has the focus; not at all if it already has it. */
  async tabTo(locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await locator.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await hasFocus(locator)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not lead to ${String(locator)}`);
  }

  /** Opens the palette by its shortcut, enters the query and selects the first result. */
  async goTo(query: string, title: string): Promise<void> {
    await this.press('Control+K');
    const field = this.page.getByRole('combobox', { name: 'Find a page or record' });
    await field.waitFor();
    await this.type(query);
    await this.page.getByRole('option').first().getByText(title).waitFor();
    await this.press('Enter');
  }
}

function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** Counts presses from now on, by the events that they cause in the page. Later pages of the tab add to the counts. */
export async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(count);
  await page.evaluate(count);
}

export function pressesOf(page: Page): Promise<Presses> {
  return page.evaluate(() => ({
    clicks: Number(sessionStorage.getItem('bench.clicks')),
    keys: Number(sessionStorage.getItem('bench.keys')),
  }));
}

/**
 * Runs in the browser. Keys on a button, and labels, also cause clicks, but without a pointer press of their own, so
 * those aren't counted. Contains no named functions, because tsx wraps them in a helper that the page doesn't have.
 */
function count(): void {
  if ('benchCounts' in window) return;
  let isDown = false;
  Object.assign(window, { benchCounts: true });
  for (const type of ['pointerdown', 'click', 'keydown'] as const) {
    window.addEventListener(
      type,
      (event) => {
        const isChordPart = event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key);
        const name = type === 'keydown' ? 'bench.keys' : 'bench.clicks';
        const counts = type === 'keydown' ? !isChordPart : type === 'click' && isDown;
        if (event.isTrusted && counts) sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + 1));
        if (event.isTrusted && type !== 'keydown') isDown = type === 'pointerdown';
      },
      { capture: true },
    );
  }
}
