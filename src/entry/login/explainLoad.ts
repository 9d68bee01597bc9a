import { isMissingCode } from '#console/ui/loading/missingCode.ts';
import { reloadRefusal } from './FormRefusal.ts';

type Page = Pick<Window, 'fetch' | 'location' | 'document'>;

/**
 * Awaits something that loads code of the console.
 *
 * @throws {FormRefusal} with an offer to reload if the code is missing because the server has a newer console than
 * `page`
 * @throws the error of `load` otherwise
 */
export async function explainLoad<T>(load: Promise<T>, page: Page): Promise<T> {
  try {
    return await load;
  } catch (error) {
    if (!isMissingCode(error) || !(await isOutdated(page))) throw error;
    throw reloadRefusal('login.outdated', page.location, error);
  }
}

/** Pages known to be outdated, which they stay. The form tries to load at each key press. */
const outdated = new WeakSet<Page>();

/** True if the server is reachable, and its index.html starts another script than `page`. */
async function isOutdated(page: Page): Promise<boolean> {
  if (outdated.has(page)) return true;
  const { fetch, location, document } = page;
  const scripts = [...document.querySelectorAll('script[type=module][src]')].map(
    (one) => one.getAttribute('src') ?? '',
  );
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', headers: { Accept: 'text/html' } });
    const html = await answer.text();
    if (!answer.ok || scripts.every((src) => html.includes(src))) return false;
    outdated.add(page);
    return true;
  } catch {
    return false;
  }
}
