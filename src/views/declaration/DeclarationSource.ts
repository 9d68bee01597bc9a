import { createContext, useContext } from 'react';
import { ApiError } from '#console/api/ApiError.ts';
import { CHECKED_HEADER } from '#shared/contract/checkedHeader.ts';
import { UnknownDeclarationError } from './DeclarationError.ts';

export interface DeclarationText {
  text: string;
  /** The server has found nothing wrong with it. */
  isGood: boolean;
}

/**
 * Fetches the text of a declaration.
 * @throws UnknownDeclarationError when there is none, ApiError when it can't be had
 */
export type DeclarationSource = (name: string, signal: AbortSignal) => Promise<DeclarationText>;

/** The files beside index.html. The browser asks each time whether its copy still holds, so that a change is seen. */
export function createDeclarationSource(fetch: typeof globalThis.fetch, baseUrl: string): DeclarationSource {
  return async (name, signal) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new UnknownDeclarationError(name);
    const response = await fetch(`${baseUrl}resources/${name}.json`, { signal, cache: 'no-cache' }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw ApiError.network(error);
      },
    );
    if (response.ok && !isPage(response)) {
      return { text: await response.text(), isGood: response.headers.get(CHECKED_HEADER) === 'good' };
    }
    if (response.ok || response.status === 404) throw new UnknownDeclarationError(name);
    throw ApiError.unreadable(response.status);
  };
}

/** Many a server answers index.html where it has no such file. */
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
