import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './createMetrics.ts';

/** The only path. */
const PATH = '/metrics';

/** Serves `GET /metrics` on its own port, which proxies in front of the console don't expose. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'contentType' | 'text'>,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== PATH) return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return server;
}
