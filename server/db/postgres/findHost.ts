import { Socket } from 'node:net';
import pg from 'pg';
import { isGone } from '../dbErrors.ts';
import { placeOf } from './databaseHosts.ts';

/** What a node is used for: the primary takes writes, a standby only reads. */
export type Role = 'primary' | 'standby';

/** Thrown if no host has the role. The message lists each host with the reason, never a password. */
class NoHostError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'NoHostError';
  }
}

/**
 * `refused`: the host answers but rejects the connection, as with too many connections; connecting reports the reason.
 */
type HostState = { is: 'usable' | 'refused' } | { is: 'unusable'; reason: string };

/**
 * Finds the first host that accepts writes, or the first standby. Asks all at the same time, so an unreachable host costs no extra time.
 * @param hosts addresses as returned by `databaseHosts`
 * @param limitMs time a host may take to connect and answer
 * @throws {NoHostError} if none has the role
 */
export async function findHost(hosts: readonly string[], limitMs: number, role: Role): Promise<string> {
  const asked = hosts.map((host) => ask(host, limitMs, role));
  for (const wanted of ['usable', 'refused']) {
    for (const [index, host] of hosts.entries()) if ((await asked[index])?.is === wanted) return host;
  }
  const states = await Promise.all(asked);
  throw new NoHostError(
    states.flatMap((state, index) =>
      state.is === 'unusable' ? [`${placeOf(hosts[index] ?? '')}: ${state.reason}`] : [],
    ),
  );
}

async function ask(host: string, limitMs: number, role: Role): Promise<HostState> {
  const socket = new Socket();
  const limit = setTimeout(() => socket.destroy(new Error(`no response within ${limitMs} ms`)), limitMs);
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
    if ((rows[0]?.read_only === 'off') === (role === 'primary')) return { is: 'usable' };
    const reason =
      role === 'primary' ? 'it takes no writes, as a standby does' : 'it takes writes, so it is no standby';
    return { is: 'unusable', reason };
  } catch (error) {
    socket.destroy();
    return isGone(error) || !(error instanceof pg.DatabaseError)
      ? { is: 'unusable', reason: reasonOf(error) }
      : { is: 'refused' };
  } finally {
    clearTimeout(limit);
  }
}

/** The message of an error, or its code: a refused connection to a name with two addresses has no message. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
