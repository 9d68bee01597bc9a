/** Whether the browser is told to fetch no more than it must. Not all know of it: https://wicg.github.io/savedata/ */
export function savesData(browser: Navigator & { connection?: { saveData?: boolean } } = navigator): boolean {
  return browser.connection?.saveData === true;
}
