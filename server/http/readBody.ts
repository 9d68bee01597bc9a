import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { PASSWORD_FIELDS } from '#shared/contract/sealedPasswords.ts';
import { MalformedError, ValidationError, type Message } from '../errors.ts';

/**
 * Reads the body of a request.
 * @param limit in bytes
 * @throws {FastifyError} FST_ERR_CTP_BODY_TOO_LARGE if it is longer
 */
export async function readBytes(request: FastifyRequest, payload: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError('the body must be a Buffer');
    size += bytes.length;
    if (size > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

type ReadJson = (request: FastifyRequest, bytes: Buffer) => Promise<unknown>;

/** Accepts JSON bodies and no others. */
export function acceptJson(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
}

/**
 * Returns a reader for a body whose content type isn't known when the route is declared; an empty body is undefined.
 * @throws {FastifyError} FST_ERR_CTP_INVALID_MEDIA_TYPE if it isn't JSON; also the errors of `jsonParser`
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
 * Rejects keys such as `__proto__`, and invalid UTF-8, which would be stored as different text.
 * @throws {MalformedError} if the bytes aren't UTF-8; Fastify's errors for broken or empty JSON
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

/** Decrypts passwords in the body before validation. @param open returns the password, or null if decryption fails */
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
