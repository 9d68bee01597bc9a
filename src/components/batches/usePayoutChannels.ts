import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { plainText } from '#shared/format/plainText.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { IdentifiedRecord, NamedChoice } from '#console/fieldTypes/FieldTypeDefinition.ts';

/** A tenant has a handful. */
const MOST_CHANNELS = 200;

/** The channels that payouts can leave through now. */
export function usePayoutChannels() {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: ['channels', 'payout'],
    queryFn: async ({ signal }): Promise<NamedChoice[]> => {
      const pagination = { page: 1, perPage: MOST_CHANNELS };
      const params = { pagination, sort: { field: 'name', order: 'ASC' as const }, filter: {}, signal };
      const { data } = await dataProvider.getList<IdentifiedRecord>('channels', params);
      return data
        .filter(({ type, status }) => type === 'payout' && status === 'enabled')
        .map(({ id, name }) => ({ id: String(id), name: plainText(name) }));
    },
  });
}
