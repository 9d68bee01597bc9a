import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

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

/**
 * Reads JSON as Fastify does for its own routes, keys such as `__proto__` refused; nothing at all is undefined.
 * @throws Fastify's FST_ERR_CTP_INVALID_MEDIA_TYPE for what does not call itself JSON, and its errors for broken JSON
 */
export function jsonReader(app: FastifyInstance): (request: FastifyRequest, bytes: Buffer) => Promise<unknown> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return async (request, bytes) => {
    if (bytes.length === 0) return undefined;
    const type = request.headers['content-type'] ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, body?: unknown) => (error ? reject(error) : resolve(body));
      void parse(request, bytes.toString('utf8'), done);
    });
  };
}
