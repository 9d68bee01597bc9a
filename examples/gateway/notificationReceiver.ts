import { createServer, type Server } from 'node:http';
import { NotificationRefused, type GatewayClient, type Order } from './gatewayClient.ts';

/** Larger than any notification. In bytes. */
const MOST = 64 * 1024;

/**
 * Takes notifications of orders' results at any address. `keep` is called again for an order that is told twice; the
 * gateway is answered `success` only once it is done.
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
