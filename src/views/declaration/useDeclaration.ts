import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeclarationSource, type DeclarationSource } from './DeclarationSource.ts';
import { parseDeclaration } from './parseDeclaration.ts';

/** A changed file is noticed when its page is opened this long after. */
const STALE_AFTER_MS = 60_000;

export function declarationQuery(name: string, source: DeclarationSource) {
  return queryOptions({
    queryKey: ['declaration', name],
    queryFn: async ({ signal }) => parseDeclaration(name, await source(name, signal)),
    staleTime: STALE_AFTER_MS,
  });
}

/** The declaration `resources/<name>.json`, fetched when first asked for. Its errors say what is wrong with it. */
export function useDeclaration(name: string) {
  return useQuery(declarationQuery(name, useDeclarationSource()));
}
