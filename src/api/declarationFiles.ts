import { CHECKED_HEADER, declarationFilesSchema } from '#shared/contract/declarationFiles.ts';
import { ApiError } from '@merchant-console/ra-provider';
import { type DeclarationSource, type DeclarationText, UnknownDeclarationError } from '@merchant-console/ra-declared';

/** Time for which a prefetched declaration counts as fresh and is kept in memory, in milliseconds. */
const AHEAD_LASTS = 60_000;

export type DeclarationFilesSource = DeclarationSource & {
  /** Fetches all declarations in one file, for the next page that needs one. Resolves when they have arrived or failed. */
  prefetch(): Promise<void>;
};

/**
 * Declarations in the files beside index.html. The browser revalidates its copy each time, so that changes are seen.
 * @param fetch sends the session, which the server of this project requires
 */
export function createDeclarationSource(fetch: typeof globalThis.fetch, baseUrl: string): DeclarationFilesSource {
  let ahead = Promise.resolve(new Map<string, DeclarationText>());

  const source: DeclarationSource = async (name, signal) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new UnknownDeclarationError(name);
    const files = await ahead;
    const fetched = files.get(name);
    files.delete(name);
    if (fetched) return fetched;
    const response = await fetch(`${baseUrl}resources/${name}.json`, { signal, cache: 'no-cache' }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof TypeError ? ApiError.network(error) : error;
      },
    );
    if (response.ok && !isPage(response)) {
      const isGood = response.headers.get(CHECKED_HEADER) === 'good';
      return { text: await response.text(), isGood, loadComponents };
    }
    if (response.ok || response.status === 404) throw new UnknownDeclarationError(name);
    throw ApiError.unreadable(response.status);
  };

  async function fetchAll(): Promise<Map<string, DeclarationText>> {
    const response = await fetch(`${baseUrl}resources.json`, { cache: 'no-cache' });
    const files = Object.entries(declarationFilesSchema.parse(await response.json()));
    return new Map(files.map(([name, { text, is_good: isGood }]) => [name, { text, isGood, loadComponents }]));
  }

  return Object.assign(source, {
    async prefetch() {
      // Not every server has this file. Without it, each page fetches its own.
      const none = (): Map<string, DeclarationText> => new Map();
      const fetching = fetchAll().catch(none);
      setTimeout(() => void fetching.then((files) => files.clear()), AHEAD_LASTS);
      ahead = fetching;
      await fetching;
    },
  });
}

/** True for an HTML page. Many servers return index.html in place of a missing file. */
function isPage(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

/** Only needed for a file that the server hasn't checked. */
const loadComponents = async () => (await import('#shared/shippedComponents.ts')).SHIPPED_COMPONENTS;
