import type { FastifyInstance } from 'fastify';
import { CHECKED_HEADER } from '#shared/contract/checkedHeader.ts';
import { NotFoundError } from '../errors.ts';

interface DeclarationText {
  text: string;
  etag: string;
  isGood: boolean;
}

/**
 * Gives the console its declarations, `/resources/<name>.json`. The browser asks each time whether its copy still
 * holds, so that a change is seen at once. One with which nothing is wrong says so, which spares the console its checker.
 */
export function declarationFiles(app: FastifyInstance, find: (name: string) => DeclarationText | undefined): void {
  app.get<{ Params: { file: string } }>('/resources/:file', { logLevel: 'warn' }, (request, reply) => {
    const name = /^([a-z][a-z0-9_]*)\.json$/.exec(request.params.file)?.[1];
    const found = name === undefined ? undefined : find(name);
    if (!found) throw new NotFoundError();
    void reply.header('Cache-Control', 'no-cache').header('ETag', found.etag);
    if (found.isGood) void reply.header(CHECKED_HEADER, 'good');
    if (request.headers['if-none-match'] === found.etag) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(found.text);
  });
}
