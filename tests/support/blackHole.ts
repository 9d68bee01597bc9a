import { connect, createServer, type Socket } from 'node:net';
import { addressOf } from './merchantServer.ts';

/** A proxy to a database that can drop all packets, as after a power failure or an unplugged cable. */
export interface BlackHole {
  /** Address of the database through this proxy. */
  url: string;
  /** Drops everything from now on, on all connections, without closing them. */
  swallow(): void;
  /**
   * Drops everything once a transaction with such a statement has been sent its commit, so that the outcome is lost.
   */
  swallowCommitOf(statement: string): void;
  /** Forwards new connections again. Existing ones stay dead. */
  pass(): void;
  /** Forwards new connections to another database. */
  leadTo(databaseUrl: string): void;
  close(): Promise<void>;
}

export async function blackHole(databaseUrl: string): Promise<BlackHole> {
  let target = new URL(databaseUrl);
  let isSwallowing = false;
  let awaited: string | null = null;
  const awaitingCommit = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();

  function kept(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }
  function pipe(from: Socket, to: Socket, client: Socket): void {
    from.on('data', (chunk) => lost.has(client) || to.write(chunk));
    from.on('close', () => lost.has(client) || to.destroy());
  }

  function swallow(): void {
    isSwallowing = true;
    for (const socket of sockets) lost.add(socket);
  }
  function watch(client: Socket, chunk: Buffer): void {
    if (awaited !== null && chunk.includes(awaited)) awaitingCommit.add(client);
    if (!awaitingCommit.has(client) || !chunk.includes('commit')) return;
    awaited = null;
    swallow();
  }

  const server = createServer((client) => {
    kept(client);
    if (isSwallowing) {
      lost.add(client);
      client.resume();
      return;
    }
    const database = kept(connect(Number(target.port), target.hostname));
    pipe(client, database, client);
    // Registered after the forwarding listener, so that the commit itself is forwarded.
    client.on('data', (chunk: Buffer) => watch(client, chunk));
    pipe(database, client, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String(addressOf(server.address()).port);
  return {
    url: url.href,
    swallow,
    swallowCommitOf(statement) {
      awaited = statement;
    },
    pass() {
      isSwallowing = false;
    },
    leadTo(other) {
      target = new URL(other);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
