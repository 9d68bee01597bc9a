import { createServer, type Server } from 'node:net';

const message = (kind: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
};

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('SELECT 0\0'));
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

/**
 * Speaks as much of PostgreSQL's protocol as it takes to open connections. The first one answers every statement; each
 * later one is opened and ended by one and the same packet, as when the database is killed at that moment.
 */
export function endingServer(): Server {
  let connections = 0;
  return createServer((socket) => {
    connections += 1;
    const opened = connections === 1 ? [AUTHENTICATED, READY] : [AUTHENTICATED, READY, ENDED];
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat(opened));
      socket.on('data', () => socket.write(Buffer.concat([DONE, READY])));
    });
  });
}
