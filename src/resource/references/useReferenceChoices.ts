import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord, NamedChoice } from '#console/fields/FieldTypeDefinition.ts';
import { recordName } from '#shared/format/recordName.ts';
import { useDeclarationSource } from '../declaration/DeclarationSource.ts';
import { declarationQuery } from '../declaration/useDeclaration.ts';

/** Maximum number of choices in a list. */
const MOST_CHOICES = 200;

/** Records of `reference` to choose from, fetched once `enabled`. Undefined until they are loaded. */
export function useReferenceChoices(reference: string, enabled: boolean): readonly NamedChoice[] | undefined {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const source = useDeclarationSource();
  const { data } = useQuery({
    queryKey: [reference, 'choices'],
    queryFn: async ({ signal }) => {
      const resource = await queryClient.query({ ...declarationQuery(reference, source), staleTime: 'static' });
      const pagination = { page: 1, perPage: MOST_CHOICES };
      const { data: records } = await dataProvider.getList<IdentifiedRecord>(reference, {
        pagination,
        sort: sortOrNone(resource.list.sort),
        filter: {},
        signal,
      });
      return records.map((record) => ({ id: String(record.id), name: recordName(record, resource) }));
    },
    enabled,
  });
  return data;
}
