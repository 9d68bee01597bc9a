import type { Locator, Page } from 'playwright-core';

/**
 * Clicks an element that changes a list's rows, including the first ones.
 * @returns milliseconds from the click to the frame that shows the new rows, by the page's clock
 */
export async function untilOtherRow(page: Page, press: Locator): Promise<number> {
  const took = page.evaluate(fromClickToOtherRow);
  await Promise.all([took, press.click()]);
  return took;
}

/**
 * Runs in the browser. Ignores rows without text, which are placeholders. Gives up after a minute. Reads the clock
 * after the frame, because a frame's own timestamp precedes the work that delayed it.
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
      // In a new task, so after the frame.
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - timeStamp;
    }
    if (performance.now() - timeStamp > 60_000) throw new Error('No other row has come');
  }
}
