import type { Locator, Page } from 'playwright-core';

/**
 * Presses something that brings other rows to a list, the first ones among them.
 * @returns milliseconds from the click to the frame that shows them, by the page's own clock
 */
export async function untilOtherRow(page: Page, press: Locator): Promise<number> {
  const took = page.evaluate(fromClickToOtherRow);
  await Promise.all([took, press.click()]);
  return took;
}

/**
 * In the browser. Rows without text stand for those that are still to come. Gives up after a minute. Reads the clock
 * after the frame, because a frame's own time stamp is from before the work that held it up.
 */
async function fromClickToOtherRow(): Promise<number> {
  const before = document.querySelector('tbody tr')?.textContent;
  const { timeStamp } = await new Promise<Event>((resolve) => {
    document.addEventListener('click', resolve, { once: true, capture: true });
  });
  for (;;) {
    await new Promise(requestAnimationFrame);
    const row = document.querySelector('tbody tr')?.textContent?.trim();
    if (row && row !== before) {
      // A task of its own, so after the frame.
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - timeStamp;
    }
    if (performance.now() - timeStamp > 60_000) throw new Error('No other row has come');
  }
}
