import fastify, { type FastifyInstance } from 'fastify';
import type { RaRecord } from 'react-admin';
import { z } from 'zod';

const querySchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const paramsSchema = z.object({ id: z.string() });
const bodySchema = z.record(z.string(), z.unknown());

type Row = Record<string, unknown>;

/** A back end with the calls of json-server 0.17: parameters by field, the total in a header, and bare rows. */
export function createJsonServerBackEnd(resource: string, records: readonly RaRecord[]): FastifyInstance {
  let stored: Row[] = structuredClone([...records]);
  const app = fastify({ routerOptions: { maxParamLength: 1000 } });
  const collection = `/prod-api/${resource}`;
  const find = (params: unknown) => stored.find(({ id }) => String(id) === paramsSchema.parse(params).id);

  app.get(collection, (request, reply) => {
    const { _page = '1', _limit = '10', _sort, _order, ...conditions } = querySchema.parse(request.query);
    const found = stored.filter((row) =>
      Object.entries(conditions).every(([name, value]) => holds(row, name, [value].flat())),
    );
    const sorted =
      typeof _sort === 'string' ? found.toSorted(by(_sort, String(_order).toLowerCase() === 'desc')) : found;
    const start = (Number(_page) - 1) * Number(_limit);
    void reply.header('X-Total-Count', String(found.length));
    return sorted.slice(start, start + Number(_limit));
  });
  app.get(`${collection}/:id`, ({ params }, reply) => find(params) ?? reply.status(404).send({}));
  app.post(collection, ({ body }, reply) => {
    const row: Row = { id: `new-${stored.length}`, ...bodySchema.parse(body) };
    stored.push(row);
    return reply.status(201).send(row);
  });
  app.patch(`${collection}/:id`, ({ params, body }, reply) => {
    const row = find(params);
    return row ? Object.assign(row, bodySchema.parse(body), { id: row['id'] }) : reply.status(404).send({});
  });
  app.delete(`${collection}/:id`, ({ params }, reply) => {
    const row = find(params);
    if (!row) return reply.status(404).send({});
    stored = stored.filter((one) => one !== row);
    return {};
  });
  return app;
}

function holds(row: Row, name: string, values: string[]): boolean {
  const [, field = name, kind] = /^(.*)_(gte|lte|ne|like)$/.exec(name) ?? [];
  const text = String(row[field]);
  if (kind === 'gte') return values.every((value) => text >= value);
  if (kind === 'lte') return values.every((value) => text <= value);
  if (kind === 'ne') return values.every((value) => text !== value);
  if (kind === 'like') return values.every((value) => new RegExp(value, 'i').test(text));
  return values.includes(text);
}

function by(field: string, isDescending: boolean) {
  return (one: Row, other: Row) => {
    const sign = isDescending ? -1 : 1;
    return String(one[field]) < String(other[field]) ? -sign : sign;
  };
}
