import type { FastifyInstance } from 'fastify';
import { requestOf } from '@merchant-console/ra-provider/contracts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A fake `fetch` that passes requests to a server in this process, without a network connection. */
export function fetchFromApp(app: FastifyInstance): typeof globalThis.fetch {
  return async (...args) => {
    const request = requestOf(...args);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const method = METHODS.find((one) => one === request.method);
    if (!method) throw new TypeError(`${request.method} is not among ${METHODS.join(', ')}`);
    const payload = request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) };
    const headers = Object.fromEntries(request.headers);
    const answer = await app.inject({ method, url: pathname + search, headers, ...payload });
    request.signal.throwIfAborted();
    // A response without content must have a null body, not an empty one.
    return new Response(answer.body === '' ? null : answer.body, {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    });
  };
}

function headersOf(answered: Record<string, number | string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answered)) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  return headers;
}
