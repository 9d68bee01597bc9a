import pg from 'pg';

/** Runs one statement on a new connection and returns its rows. */
export async function execute(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // If the connection is lost, the statement itself rejects.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
