import fastify, { type FastifyInstance } from 'fastify';
import fakeRestProvider from 'ra-data-fakerest';
import type { RaRecord } from 'react-admin';
import { z } from 'zod';

const jsonText = z.string().transform((text): unknown => JSON.parse(text));
const querySchema = z.object({
  filter: jsonText.pipe(z.record(z.string(), z.unknown())).default({}),
  range: jsonText.pipe(z.tuple([z.int(), z.int()])).default([0, 999]),
  sort: jsonText.pipe(z.tuple([z.string(), z.enum(['ASC', 'DESC'])])).optional(),
});
const bodySchema = z.record(z.string(), z.unknown());
const paramsSchema = z.object({ id: z.string() });

/**
 * A plain back end for `ra-data-simple-rest`: bare rows, the total in Content-Range, success indicated by the HTTP
 * status alone, and an empty response to a deletion.
 */
export function createPlainRestBackEnd(resource: string, records: readonly RaRecord[]): FastifyInstance {
  const provider = fakeRestProvider({ [resource]: structuredClone(records) });
  const app = fastify({ routerOptions: { maxParamLength: 1000 } });
  const collection = `/prod-api/${resource}`;
  const one = (id: string) => provider.getOne(resource, { id }).then(({ data }): RaRecord => data);
  app.setErrorHandler((_error, _request, reply) => reply.status(404).type('text/plain').send('Not Found'));

  app.get(collection, async (request, reply) => {
    const { filter, range, sort } = querySchema.parse(request.query);
    const [from, to] = range;
    const perPage = to - from + 1;
    const { data, total = 0 } = await provider.getList(resource, {
      filter,
      pagination: { page: from / perPage + 1, perPage },
      sort: sort ? { field: sort[0], order: sort[1] } : { field: 'id', order: 'ASC' },
    });
    void reply.header('Content-Range', `${resource} ${from}-${from + data.length - 1}/${total}`);
    return data;
  });
  app.get(`${collection}/:id`, (request) => one(paramsSchema.parse(request.params).id));
  app.post(collection, async (request, reply) => {
    const { data } = await provider.create(resource, { data: bodySchema.parse(request.body) });
    return reply.status(201).send(data);
  });
  app.put(`${collection}/:id`, async (request) => {
    const { id } = paramsSchema.parse(request.params);
    const previousData = await one(id);
    return (await provider.update(resource, { id, data: bodySchema.parse(request.body), previousData })).data;
  });
  app.delete(`${collection}/:id`, async (request, reply) => {
    const { id } = paramsSchema.parse(request.params);
    await provider.delete(resource, { id, previousData: await one(id) });
    return reply.status(204).send();
  });
  return app;
}
