/** True if the browser is set to save data. Not all browsers support this: https://wicg.github.io/savedata/ */
export function savesData(browser: Navigator & { connection?: { saveData?: boolean } } = navigator): boolean {
  return browser.connection?.saveData === true;
}
