import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CHECKED_HEADER, type DeclarationFiles } from '#shared/contract/declarationFiles.ts';
import { NotFoundError, SessionEndedError } from '../errors.ts';
import { type Authenticate, tokenOf } from './session.ts';

/** The text of a declaration for the console. */
export interface DeclarationText {
  text: string;
  etag: string;
  /** True if the text is valid and active. */
  isGood: boolean;
}

type Texts = ReadonlyMap<string, DeclarationText>;

/**
 * Serves the declarations to signed-in users: `/resources/<name>.json`, and all at once as `/resources.json`. Browsers
 * revalidate each time, so a change is visible immediately. A header marks declarations without problems, so that the
 * console needn't load its checker.
 * @param current returns a new map after each change
 */
export function declarationFiles(app: FastifyInstance, current: () => Texts, authenticate: Authenticate): void {
  const options = {
    logLevel: 'warn',
    async onRequest(request: FastifyRequest) {
      const token = tokenOf(request);
      if (token === null) throw new SessionEndedError();
      await authenticate(token, { keepsAlive: true });
    },
  } as const;
  app.get<{ Params: { file: string } }>('/resources/:file', options, (request, reply) => {
    const name = /^([a-z][a-z0-9_]*)\.json$/.exec(request.params.file)?.[1];
    const found = name === undefined ? undefined : current().get(name);
    if (!found) throw new NotFoundError();
    if (found.isGood) void reply.header(CHECKED_HEADER, 'good');
    return answer(request, reply, found);
  });

  let all = { texts: current(), ...together(current()) };
  app.get('/resources.json', options, (request, reply) => {
    const texts = current();
    if (texts !== all.texts) all = { texts, ...together(texts) };
    return answer(request, reply, all);
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, { text, etag }: { text: string; etag: string }) {
  void reply.header('Cache-Control', 'private, no-cache').header('ETag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

function together(texts: Texts): { text: string; etag: string } {
  const files: DeclarationFiles = Object.fromEntries(
    [...texts].map(([name, { text, isGood }]) => [name, { text, is_good: isGood }]),
  );
  const text = JSON.stringify(files);
  return { text, etag: etagOf(text) };
}

export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}
