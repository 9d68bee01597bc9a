import type { Locator, Page } from 'playwright-core';

/** What a job took: presses of the mouse and of keys. A chord such as Ctrl+K is one. */
export interface Presses {
  clicks: number;
  keys: number;
}

/** Tab stops after which the wanted element is taken to be out of reach. */
const MOST_TABS = 60;

/** One who works with the mouse and the keyboard. Never touches the page in another way, so that all of it is counted. */
export class Hand {
  constructor(readonly page: Page) {}

  click(locator: Locator): Promise<void> {
    return locator.click();
  }

  /** Nobody clicks into a field that has the focus already. */
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

  /** What was copied elsewhere, such as a number from a message. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+V');
  }

  /** Goes on with Tab until the element has the focus; not at all if it has it already. */
  async tabTo(locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await locator.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await hasFocus(locator)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not lead to ${String(locator)}`);
  }

  /** Opens the palette by its keys, asks it, and chooses what comes first. */
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

/** Counts presses from now on, in the page itself, by the events that they cause. Other pages of the tab count on. */
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
 * In the browser. A key on a button, and a label for its input, cause clicks too: those have no press of their own.
 * Has no functions with names, which tsx would call something that the page doesn't have.
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
