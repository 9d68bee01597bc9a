import {
  keepPreviousData,
  replaceEqualDeep,
  useQueries,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { HttpError, useDataProvider } from 'react-admin';
import { type Field, namingReferences, recordName } from '@merchant-console/declaration';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { FormatContext } from '../ui/FormatContext.ts';
import { useExistingCalls } from '../DeclaredDataProvider.ts';
import { useDeclarationSource } from '../declaration/DeclarationSource.ts';
import { idsByReference, type PathOf } from './idsByReference.ts';
import { declarationQuery } from '../declaration/useDeclaration.ts';

/** In milliseconds. Names rarely change, and pages of a list need mostly the same ones. */
const STALE_AFTER_MS = 60_000;
const STILL_LOADING = '…';
/** Shown as if there were no value, because an ID tells users nothing. */
const UNREADABLE = '';
const FORBIDDEN = 403;

/** Null if the user may not read the names. */
type Names = Readonly<Record<string, string>> | null;

/** Leaves out the rest of a query's state, so that components only re-render when names arrive. */
const namesOnly = (results: UseQueryResult<Names>[]) => results.map(({ data, isFetching }) => ({ data, isFetching }));

/**
 * Names of the records that `records` refer to, with one request for each referenced resource. A name stays undefined
 * if the record was deleted or the request failed, and is '' if the user may not read it.
 */
export function useReferenceNames(fields: readonly Field[], records: readonly FieldRecord[], pathOf: PathOf) {
  const dataProvider = useDataProvider();
  const { getNames } = useExistingCalls();
  const queryClient = useQueryClient();
  const source = useDeclarationSource();
  const wanted = useIdsByReference(fields, records, pathOf);
  const results = useQueries({
    queries: wanted.map(([reference, ids]) => ({
      queryKey: [reference, 'names', ids],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Names> => {
        // The declaration is needed first, because it says where the records are.
        const resource = await queryClient.query({ ...declarationQuery(reference, source), staleTime: 'static' });
        const { data } = await dataProvider
          .getMany<IdentifiedRecord>(reference, { ids, signal })
          .catch((error: unknown) => {
            if (error instanceof HttpError && error.status === FORBIDDEN) return { data: null };
            throw error;
          });
        if (data === null) return (await getNames?.(reference, { ids, signal })) ?? null;
        if (namingReferences(resource).length > 0)
          return (await import('./nestedNames.ts')).nestedNames(data, resource, {
            declarationOf: (name) => queryClient.query({ ...declarationQuery(name, source), staleTime: 'static' }),
            dataProvider,
            signal,
          });
        return Object.fromEntries(data.map((record) => [String(record.id), recordName(record, resource)]));
      },
      staleTime: STALE_AFTER_MS,
      placeholderData: keepPreviousData<Names>,
    })),
    combine: namesOnly,
  });
  return useMemo<FormatContext['referenceName']>(() => {
    const byReference = new Map(wanted.map(([reference], index) => [reference, results[index]]));
    return (reference, id) => {
      const result = byReference.get(reference);
      if (result?.data === null) return UNREADABLE;
      return result?.data?.[id] ?? (result?.isFetching ? STILL_LOADING : undefined);
    };
  }, [wanted, results]);
}

/** Stable for equal IDs, because most pages of a list refer to the same records. */
function useIdsByReference(fields: readonly Field[], records: readonly FieldRecord[], pathOf: PathOf) {
  const found = useMemo(() => idsByReference(fields, records, pathOf), [fields, records, pathOf]);
  const [ids, setIds] = useState(found);
  const current = replaceEqualDeep(ids, found);
  if (current !== ids) setIds(current);
  return current;
}
