import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeclarationSource, type DeclarationSource } from './DeclarationSource.ts';
import { readDeclaration } from './readDeclaration.ts';

/** A page that is opened asks whether the file has changed, unless it was asked just now; an unchanged one answers 304. */
const STALE_AFTER_MS = 2_000;

export function declarationQuery(name: string, source: DeclarationSource) {
  return queryOptions({
    queryKey: ['declaration', name],
    queryFn: async ({ signal }) => readDeclaration(name, await source(name, signal)),
    staleTime: STALE_AFTER_MS,
  });
}

/** The declaration `resources/<name>.json`, fetched when first asked for. Its errors say what is wrong with it. */
export function useDeclaration(name: string) {
  return useQuery(declarationQuery(name, useDeclarationSource()));
}
