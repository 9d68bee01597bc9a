import type { RaRecord } from 'react-admin';
import { z } from 'zod';
import type { DocumentFormat } from './documentBackEnd.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const bodySchema = z.strictObject({
  data: z.strictObject({
    type: z.literal('orders'),
    id: z.string().optional(),
    attributes: z.record(z.string(), z.unknown()),
    relationships: z
      .strictObject({
        channel: z.strictObject({ data: z.strictObject({ type: z.literal('channels'), id: z.string() }) }),
      })
      .optional(),
  }),
});

const resourceOf = ({ id, channel_id, ...attributes }: RaRecord) => ({
  type: 'orders',
  id: String(id),
  attributes,
  relationships: {
    ...(channel_id !== undefined && { channel: { data: { type: 'channels', id: String(channel_id) } } }),
    notes: { links: { related: `/prod-api/orders/${encodeURIComponent(id)}/notes` } },
  },
});

/** Orders as JSON:API has them, whose channel is a relationship. */
export const jsonApiFormat: DocumentFormat = {
  mediaTypes: { POST: MEDIA_TYPE, PATCH: MEDIA_TYPE },
  list(query) {
    const filter = Object.entries(query).flatMap(([name, value]) => {
      const field = /^filter\[(\w+)\]$/.exec(name)?.[1];
      if (field === undefined) return [];
      const values = String(value).split(',');
      return [[field === 'channel' ? 'channel_id' : field, values.length > 1 ? values : values[0]] as const];
    });
    const sort = String(query['sort'] ?? '');
    return {
      filter: Object.fromEntries(filter),
      page: Number(query['page[number]']),
      perPage: Number(query['page[size]']),
      sort: sort === '' ? null : { field: sort.replace('-', ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' },
    };
  },
  page: (records, total) => ({ data: records.map(resourceOf), meta: { total }, links: {} }),
  one: (record) => ({ data: resourceOf(record) }),
  values(body) {
    const { id, attributes, relationships } = bodySchema.parse(body).data;
    return {
      ...(id !== undefined && { id }),
      ...attributes,
      ...(relationships && { channel_id: relationships.channel.data.id }),
    };
  },
};
