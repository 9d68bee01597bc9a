import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { PASSWORD_FIELDS } from '#shared/contract/sealedPasswords.ts';
import { MalformedError, ValidationError, type Message } from '../errors.ts';

/**
 * The bytes of a request's body.
 * @param limit in bytes
 * @throws Fastify's FST_ERR_CTP_BODY_TOO_LARGE
 */
export async function readBytes(request: FastifyRequest, payload: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError('a request gives bytes');
    size += bytes.length;
    if (size > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

type ReadJson = (request: FastifyRequest, bytes: Buffer) => Promise<unknown>;

/** Lets the routes of the server have bodies of JSON, and of nothing else. */
export function acceptJson(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
}

/**
 * The same for a body whose type is known only now; nothing at all is undefined.
 * @throws Fastify's FST_ERR_CTP_INVALID_MEDIA_TYPE for what does not call itself JSON, and as `jsonParser` does
 */
export function jsonReader(app: FastifyInstance): ReadJson {
  const parse = jsonParser(app);
  return async (request, bytes) => {
    if (bytes.length === 0) return undefined;
    const type = request.headers['content-type'] ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
    return parse(request, bytes);
  };
}

/**
 * Keys such as `__proto__` are refused, and bytes that are no UTF-8, which would be stored as something else.
 * @throws MalformedError for such bytes, Fastify's errors for broken JSON and for nothing at all
 */
function jsonParser(app: FastifyInstance): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  return async (request, bytes) => {
    const text = decoded(bytes);
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, body?: unknown) => (error ? reject(error) : resolve(body));
      void parse(request, text, done);
    });
  };
}

function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new MalformedError();
  return bytes.toString('utf8');
}

/**
 * Puts passwords that were encrypted on their way back into the body, before anything looks at it.
 * @param open gives the password, or null for what cannot be read
 */
export function openPasswords(app: FastifyInstance, open: (text: string) => string | null): void {
  app.addHook('preHandler', async ({ body }) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    const refused: Record<string, Message> = {};
    for (const field of PASSWORD_FIELDS) {
      const value: unknown = Object.hasOwn(body, field) ? Reflect.get(body, field) : undefined;
      if (typeof value !== 'string') continue;
      const opened = open(value);
      if (opened === null) refused[field] = { key: 'invalid_format' };
      else Reflect.set(body, field, opened);
    }
    if (Object.keys(refused).length > 0) throw new ValidationError(refused);
  });
}
