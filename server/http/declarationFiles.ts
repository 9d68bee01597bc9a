import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseTree } from 'jsonc-parser';
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

/**
 * The text for the console, which users of all tenants read: without the numbers of merchants and the names of roles. Lines
 * and the rest stay as they are.
 */
export function withoutTenants(text: string): string {
  if (!/"grants"|"firstPageOf"|"M\d/.test(text)) return text;
  const properties = parseTree(text)?.children ?? [];
  const hidden = properties.flatMap(({ children: [key, value] = [] }) => {
    const name = String(key?.value);
    if (!value || !['grants', 'firstPageOf', 'tenants'].includes(name)) return [];
    const { offset, length } = value;
    const kinds = [...new Set((value.children ?? []).map((one) => (/^M\d/.test(String(one.value)) ? 'merchant' : String(one.value))))]; // prettier-ignore
    const shown =
      name === 'tenants' ? value.type === 'array' && JSON.stringify(kinds) : name === 'grants' ? '{}' : '[]';
    return shown === false ? [] : [{ offset, length, shown }];
  });
  return hidden.toReversed().reduce((whole, { offset, length, shown }) => {
    const lines = whole.slice(offset, offset + length).split('\n').length - 1;
    return whole.slice(0, offset) + shown + '\n'.repeat(lines) + whole.slice(offset + length);
  }, text);
}

export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}
