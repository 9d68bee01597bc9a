import { createServer, type Server, type Socket } from 'node:net';

const message = (kind: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
};

function twoBytes(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(number);
  return bytes;
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('SELECT 1\0'));
/** Text columns and a row of them: a writable node behind a pooler. */
const COLUMNS = message(
  'T',
  Buffer.concat([
    twoBytes(2),
    ...['read_only', 'is_direct'].map((name) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)])),
  ]),
);
const ROW = message(
  'D',
  Buffer.concat([
    twoBytes(2),
    ...['off', 'f'].map((text) => Buffer.concat([twoBytes(0), twoBytes(text.length), Buffer.from(text)])),
  ]),
);
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

/**
 * Implements the part of PostgreSQL's protocol that opens connections. The first two, with which a pool is opened,
 * answer every statement. Each later one is accepted and terminated in the same packet, as when the database is killed
 * at that moment.
 * @param back called with the socket of each connection after the third. The server goes on with it as with the first two
 * once the result resolves
 */
export function endingServer(back?: (socket: Socket) => Promise<void>): Server {
  let connections = 0;
  return createServer((socket) => {
    connections += 1;
    const isBack = back !== undefined && connections > 3;
    const opened = connections <= 2 || isBack ? [AUTHENTICATED, READY] : [AUTHENTICATED, READY, ENDED];
    socket.on('error', () => {});
    const open = () => {
      socket.on('data', () => socket.write(Buffer.concat([COLUMNS, ROW, DONE, READY])));
      socket.write(Buffer.concat(opened));
    };
    socket.once('data', () => {
      if (isBack) void back(socket).then(open);
      else open();
    });
  });
}
