import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { childProcess } from '#tests/support/childProcess.ts';
import { createDatabase } from '#tests/support/postgres.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('the PostgreSQL server of the tests', () => {
  it('ends with the process that started it, even if that is killed', async () => {
    const starter = childProcess(join(import.meta.dirname, 'serverOfTests.ts'), []);
    const url = await starter.line();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await starter.kill();
    await expect
      .poll(() => query(url, 'select 1').catch((error: unknown) => error))
      .toMatchObject({
        code: 'ECONNREFUSED',
      });
  });

  it('copies a database, and drops it again', async () => {
    const serverUrl = inject('postgresUrl');
    const template = await createDatabase(serverUrl);
    await query(template.url, 'create table kept (n int)');
    const copy = await createDatabase(serverUrl, { template: template.url });
    expect(await query(copy.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
    await copy.drop();
    await template.drop();
    await expect(query(copy.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });
});
