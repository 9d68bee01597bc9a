import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import pg from 'pg';

/** What a process has sent to PostgreSQL. A message is what is written at once: a round trip. */
export interface Sent {
  statements: number;
  messages: number;
}

/** Statements that this process has sent, and the messages that they were in. */
export const sent: Sent = { statements: 0, messages: 0 };

const sockets = new WeakSet<object>();

before(pg.Connection.prototype, 'connect', (connection) => {
  if (connection instanceof pg.Connection) sockets.add(connection.stream);
});
for (const name of ['execute', 'query']) before(pg.Connection.prototype, name, () => (sent.statements += 1));
before(Socket.prototype, '_writeGeneric', (socket) => {
  if (sockets.has(socket)) sent.messages += 1;
});

function before(owner: object, name: string, act: (self: object) => void): void {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== 'function') throw new Error(`there is no ${name}`);
  Reflect.set(owner, name, function counted(this: object, ...given: unknown[]): unknown {
    act(this);
    const result: unknown = Reflect.apply(method, this, given);
    return result;
  });
}

// In a measured server, which loads this module before its own, a signal asks for the counts.
const file = process.env['COUNTS_FILE'];
if (file) process.on('SIGUSR2', () => writeFileSync(file, JSON.stringify(sent)));
