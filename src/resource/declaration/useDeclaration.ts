import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeclarationSource, type DeclarationSource } from './DeclarationSource.ts';
import { readDeclaration } from './readDeclaration.ts';

/**
 * Time in milliseconds during which opening a page doesn't check the file again. An unchanged file is answered with
 * 304.
 */
const STALE_AFTER_MS = 2_000;

/** Query for the normalised declaration `resources/<name>.json`. */
export function declarationQuery(name: string, source: DeclarationSource) {
  return queryOptions({
    queryKey: ['declaration', name],
    queryFn: async ({ signal }) => readDeclaration(name, await source(name, signal)),
    staleTime: STALE_AFTER_MS,
  });
}

/**
 * The declaration `resources/<name>.json`, fetched on first use. Errors are `UnknownDeclarationError`,
 * `InvalidDeclarationError` or `ApiError`.
 */
export function useDeclaration(name: string) {
  return useQuery(declarationQuery(name, useDeclarationSource()));
}
