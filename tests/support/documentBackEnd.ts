import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import fakeRestProvider from 'ra-data-fakerest';
import type { RaRecord, SortPayload } from 'react-admin';
import { z } from 'zod';

type Row = Record<string, unknown>;
type Query = Readonly<Record<string, string | string[]>>;

interface AskedList {
  /** As FakeRest has it, with our names of the fields. */
  filter: Row;
  page: number;
  perPage: number;
  sort: SortPayload | null;
}

/** How a back end writes and reads records. */
export interface DocumentFormat {
  /** The `Content-Type` of each request with a body, by method. */
  mediaTypes: Readonly<Record<string, string>>;
  list(query: Query): AskedList;
  page(records: readonly RaRecord[], total: number): unknown;
  one(record: RaRecord): unknown;
  /** The values in a request's body. */
  values(body: unknown): Row;
}

const querySchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const paramsSchema = z.object({ id: z.string() });

/** A back end below `/prod-api` that keeps records in memory, and refuses requests of another media type. */
export function createDocumentBackEnd(
  { mediaTypes, list, page, one, values }: DocumentFormat,
  resource: string,
  records: readonly RaRecord[],
): FastifyInstance {
  const provider = fakeRestProvider({ [resource]: structuredClone(records) });
  const app = fastify({ routerOptions: { maxParamLength: 1000 } });
  const collection = `/prod-api/${resource}`;
  const stored = (id: string) => provider.getOne(resource, { id }).then(({ data }): RaRecord => data);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async ({ method, headers }: FastifyRequest, body: unknown) => {
    if (headers['content-type'] !== mediaTypes[method]) throw new Error(`${method} as ${headers['content-type']}`);
    return JSON.parse(String(body));
  });
  app.setErrorHandler((error, _request, reply) => reply.status(404).type('text/plain').send(String(error)));

  app.get(collection, async ({ query }) => {
    const { filter, sort, ...pagination } = list(querySchema.parse(query));
    const order = sort ?? { field: 'id', order: 'ASC' as const };
    const { data, total = 0 } = await provider.getList(resource, { filter, pagination, sort: order });
    return page(data, total);
  });
  app.get(`${collection}/:id`, async ({ params }) => one(await stored(paramsSchema.parse(params).id)));
  app.post(collection, async ({ body }, reply) => {
    const { data } = await provider.create(resource, { data: values(body) });
    return reply.status(201).send(one(data));
  });
  app.patch(`${collection}/:id`, async ({ params, body }) => {
    const { id } = paramsSchema.parse(params);
    const { data } = await provider.update(resource, { id, data: values(body), previousData: await stored(id) });
    return one(data);
  });
  app.delete(`${collection}/:id`, async ({ params }, reply) => {
    const { id } = paramsSchema.parse(params);
    await provider.delete(resource, { id, previousData: await stored(id) });
    return reply.status(204).send();
  });
  return app;
}
