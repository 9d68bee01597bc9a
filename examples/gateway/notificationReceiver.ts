import { createServer, type Server } from 'node:http';
import { NotificationRefused, type GatewayClient, type Order } from './gatewayClient.ts';

/** Larger than any notification, in bytes. */
const MOST = 64 * 1024;

/**
 * Receives notifications of orders' results, at any path. Calls `keep` for each notification, also for repeated ones,
 * and responds with `success` once `keep` has resolved.
 */
export function notificationReceiver(
  client: Pick<GatewayClient, 'readNotification'>,
  keep: (order: Order) => Promise<void>,
): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MOST) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      keepTold(Buffer.concat(chunks).toString('utf8')).then(
        () => response.end('success'),
        (error: unknown) => response.writeHead(error instanceof NotificationRefused ? 400 : 500).end(),
      );
    });
  });

  async function keepTold(body: string): Promise<void> {
    await keep(client.readNotification(body));
  }
}
