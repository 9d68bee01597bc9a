import { Socket } from 'node:net';
import pg from 'pg';
import { isGone } from '../dbErrors.ts';
import { placeOf } from './databaseHosts.ts';

/** No host of the database takes writes. The message names each with its reason, never a password. */
export class NoWritableHostError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'NoWritableHostError';
  }
}

/** `refused`: it answers, but lets nobody in, as with too many connections; whoever connects hears why. */
type HostState = { is: 'writable' | 'refused' } | { is: 'unusable'; reason: string };

/**
 * Finds the first host that takes writes. All are asked at the same time, so a vanished host costs no extra time.
 * @param hosts addresses as `databaseHosts` gives them
 * @param limitMs how long a host may take to let somebody in and answer
 * @throws {NoWritableHostError} if none takes writes
 */
export async function findWritable(hosts: readonly string[], limitMs: number): Promise<string> {
  const asked = hosts.map((host) => ask(host, limitMs));
  for (const wanted of ['writable', 'refused']) {
    for (const [index, host] of hosts.entries()) if ((await asked[index])?.is === wanted) return host;
  }
  const states = await Promise.all(asked);
  throw new NoWritableHostError(
    states.flatMap((state, index) =>
      state.is === 'unusable' ? [`${placeOf(hosts[index] ?? '')}: ${state.reason}`] : [],
    ),
  );
}

async function ask(host: string, limitMs: number): Promise<HostState> {
  const socket = new Socket();
  const limit = setTimeout(() => socket.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
  try {
    const client = new pg.Client({
      connectionString: host,
      application_name: 'merchant-console',
      stream: () => socket,
    });
    // Without a listener an 'error' event ends the process.
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ read_only: string }>(
      `select current_setting('transaction_read_only') as read_only`,
    );
    void client.end();
    if (rows[0]?.read_only === 'off') return { is: 'writable' };
    return { is: 'unusable', reason: 'it takes no writes, as a standby does' };
  } catch (error) {
    socket.destroy();
    return isGone(error) || !(error instanceof pg.DatabaseError)
      ? { is: 'unusable', reason: reasonOf(error) }
      : { is: 'refused' };
  } finally {
    clearTimeout(limit);
  }
}

/** The message of an error. A refused connection to a name with two addresses has none, only a code. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
