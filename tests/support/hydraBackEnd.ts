import type { RaRecord } from 'react-admin';
import { z } from 'zod';
import type { DocumentFormat } from './documentBackEnd.ts';

const bodySchema = z.record(z.string(), z.unknown());
const SUFFIXES: Readonly<Record<string, string>> = {
  after: '_gte',
  before: '_lte',
  strictly_after: '_gt',
  strictly_before: '_lt',
};
const EQUAL = ['id', 'status', 'subject', 'channel'];
const VARIABLES = [
  ...EQUAL.flatMap((name) => [name, `${name}[]`]),
  ...Object.keys(SUFFIXES).map((suffix) => `created_at[${suffix}]`),
  'order[created_at]',
  'order[id]',
];

const iriOf = (list: string, id: unknown) => `/prod-api/${list}/${encodeURIComponent(String(id))}`;
const rowOf = ({ id, channel_id, ...values }: RaRecord) => ({
  '@id': iriOf('orders', id),
  '@type': 'Order',
  ...values,
  ...(channel_id !== undefined && { channel: iriOf('channels', channel_id) }),
});

/**
 * Orders as API Platform has them, with its filters on some fields.
 * @param prefix `hydra:` up to its version 3
 */
export function hydraFormat(prefix: '' | 'hydra:'): DocumentFormat {
  return {
    mediaTypes: { POST: 'application/ld+json', PATCH: 'application/merge-patch+json' },
    list(query) {
      const filter: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(query).filter(([one]) => VARIABLES.includes(one))) {
        const [, field = '', suffix = ''] = /^(\w+)(?:\[(\w*)\])?$/.exec(name) ?? [];
        if (field !== 'order') filter[`${field === 'channel' ? 'channel_id' : field}${SUFFIXES[suffix] ?? ''}`] = value;
      }
      const order = Object.entries(query).find(([name]) => name.startsWith('order[') && VARIABLES.includes(name));
      return {
        filter,
        page: Number(query['page'] ?? 1),
        perPage: Number(query['itemsPerPage'] ?? 30),
        sort: order ? { field: order[0].slice(6, -1), order: order[1] === 'desc' ? 'DESC' : 'ASC' } : null,
      };
    },
    page: (records, total) => ({
      '@context': '/prod-api/contexts/Order',
      '@id': '/prod-api/orders',
      '@type': `${prefix}Collection`,
      [`${prefix}member`]: records.map(rowOf),
      [`${prefix}totalItems`]: total,
      [`${prefix}search`]: {
        '@type': `${prefix}IriTemplate`,
        [`${prefix}mapping`]: VARIABLES.map((variable) => ({ '@type': 'IriTemplateMapping', variable })),
      },
    }),
    one: (record) => ({ '@context': '/prod-api/contexts/Order', ...rowOf(record) }),
    values(body) {
      const { channel, ...values } = bodySchema.parse(body);
      const iri = z.string().optional().parse(channel);
      if (iri === undefined) return values;
      return { ...values, channel_id: decodeURIComponent(iri.replace('/prod-api/channels/', '')) };
    },
  };
}
