import pg from 'pg';
import { z } from 'zod';
import { execute } from './executeStatement.ts';

/**
 * URL of a database of a Citus coordinator, for a superuser, in which the cluster's nodes are registered. If it is set, tests of
 * PostgreSQL run on this cluster.
 */
export const CITUS_URL = process.env['TEST_CITUS_URL'];

/** Tables were distributed for the first time by the version that has this migration. */
export const FIRST_ON_CLUSTERS = 140;

/** What the product requires, see `assertCluster`. */
const SETTINGS = [
  "citus.enable_unsafe_triggers = 'on'",
  "citus.propagate_set_commands = 'local'",
  "citus.multi_shard_modify_mode = 'sequential'",
  'citus.shard_count = 4',
];

const OF_WORKERS = ["lock_timeout = '3s'", "citus.allow_nested_distributed_execution = 'on'"];

const nodesSchema = z.array(z.object({ host: z.string(), port: z.number(), is_coordinator: z.boolean() }));

/** URLs of a cluster's nodes, the coordinator last; of any other server, its own. */
export async function nodesOf(serverUrl: string): Promise<string[]> {
  if (CITUS_URL === undefined || new URL(CITUS_URL).host !== new URL(serverUrl).host) return [serverUrl];
  const rows = await execute(
    CITUS_URL,
    'select nodename as host, nodeport as port, groupid = 0 as is_coordinator from pg_dist_node order by groupid desc',
  );
  return nodesSchema.parse(rows).map(({ host, port, is_coordinator: isCoordinator }) => {
    const url = new URL(serverUrl);
    if (!isCoordinator) url.host = `${host}:${port}`;
    return url.href;
  });
}

/** Sets up a new database of all nodes. @param urls of that database, the coordinator's last */
export async function setUpCitus(urls: readonly string[], { isEmpty }: { isEmpty: boolean }): Promise<void> {
  const [coordinator = '', ...workers] = urls.toReversed();
  const database = pg.escapeIdentifier(new URL(coordinator).pathname.slice(1));
  for (const setting of SETTINGS) await execute(coordinator, `alter database ${database} set ${setting}`);
  for (const url of workers) {
    for (const setting of OF_WORKERS) await execute(url, `alter database ${database} set ${setting}`);
  }
  if (!isEmpty) return;
  for (const url of urls) await execute(url, 'create extension citus');
  const { hostname, port } = new URL(coordinator);
  await execute(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const url of workers) {
    const worker = new URL(url);
    await execute(coordinator, `select citus_add_node('${worker.hostname}', ${worker.port})`);
  }
}

/** Ends the connections to a database, also those of Citus itself, and lets nobody connect, so that it can be copied. */
export async function closeDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `alter database ${pg.escapeIdentifier(name)} with allow_connections false`);
  await execute(
    serverUrl,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${pg.escapeLiteral(name)}`,
  );
}
