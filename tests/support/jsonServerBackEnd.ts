import fastify, { type FastifyInstance } from 'fastify';
import type { RaRecord } from 'react-admin';
import { NotFoundError } from '#server/errors.ts';
import { serveRecords } from '#server/cli/preview/jsonServer.ts';

/** The preview's calls of json-server, over records in memory. */
export function createJsonServerBackEnd(resource: string, records: readonly RaRecord[]): FastifyInstance {
  let lists: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = { [resource]: records };
  const app = fastify({ routerOptions: { maxParamLength: 1000 } });
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof NotFoundError ? 404 : 500).send({ message: String(error) }),
  );
  serveRecords(app, '/prod-api', {
    read: async () => lists,
    change: async (change) => {
      const { lists: next, row } = change(lists);
      lists = next;
      return row;
    },
  });
  return app;
}
