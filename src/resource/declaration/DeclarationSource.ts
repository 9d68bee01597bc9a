import { createContext, useContext } from 'react';
import { CHECKED_HEADER, declarationFilesSchema } from '#shared/contract/declarationFiles.ts';
import type { Problem } from '@merchant-console/declaration/check';
import { ApiError } from '@merchant-console/ra-provider';

export interface DeclarationText {
  text: string;
  /** True if the server has checked it and found no problems. */
  isGood: boolean;
}

/**
 * Fetches the text of a declaration.
 *
 * @throws UnknownDeclarationError if there is none
 * @throws ApiError if it can't be fetched
 */
export type DeclarationSource = (name: string, signal: AbortSignal) => Promise<DeclarationText>;

/** Query key of the normalised declaration of a resource. */
export const declarationKey = (name: string) => ['declaration', name] as const;

/** Time for which a prefetched declaration counts as fresh and is kept in memory, in milliseconds. */
const AHEAD_LASTS = 60_000;

export type DeclarationFilesSource = DeclarationSource & {
  /** Fetches all declarations in one file. The next page that needs one uses it. */
  prefetch(): void;
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
      return { text: await response.text(), isGood: response.headers.get(CHECKED_HEADER) === 'good' };
    }
    if (response.ok || response.status === 404) throw new UnknownDeclarationError(name);
    throw ApiError.unreadable(response.status);
  };

  async function fetchAll(): Promise<Map<string, DeclarationText>> {
    const response = await fetch(`${baseUrl}resources.json`, { cache: 'no-cache' });
    const files = Object.entries(declarationFilesSchema.parse(await response.json()));
    return new Map(files.map(([name, { text, is_good: isGood }]) => [name, { text, isGood }]));
  }

  return Object.assign(source, {
    prefetch() {
      // Not every server has this file. Without it, each page fetches its own.
      const none = (): Map<string, DeclarationText> => new Map();
      const fetching = fetchAll().catch(none);
      setTimeout(() => void fetching.then((files) => files.clear()), AHEAD_LASTS);
      ahead = fetching;
    },
  });
}

/** True for an HTML page. Many servers return index.html in place of a missing file. */
function isPage(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
}

const SourceContext = createContext<DeclarationSource | null>(null);
export const DeclarationSourceProvider = SourceContext.Provider;

/** @throws Error outside `DeclarationSourceProvider` */
export function useDeclarationSource(): DeclarationSource {
  const source = useContext(SourceContext);
  if (!source) throw new Error('Declared pages need a DeclarationSourceProvider above them');
  return source;
}

/** Thrown if there is no declaration of this name. */
export class UnknownDeclarationError extends Error {
  constructor(name: string) {
    super(`There is no declaration of "${name}"`);
    this.name = 'UnknownDeclarationError';
  }
}

/** Thrown if the checker rejects a declaration. */
export class InvalidDeclarationError extends Error {
  readonly problems: readonly Problem[];

  constructor(name: string, problems: readonly Problem[]) {
    super(`The declaration of "${name}" is not valid`);
    this.name = 'InvalidDeclarationError';
    this.problems = problems;
  }
}
