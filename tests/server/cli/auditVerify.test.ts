import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';
import { demoDatabase } from '#tests/support/world.ts';

describe('npm run audit:verify', () => {
  let database: TestDatabase<Database>;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    database = await demoDatabase('postgres', 20);
    folder = await mkdtemp(path.join(tmpdir(), 'merchant-console-'));
    file = path.join(folder, 'heads.json');
  });
  afterAll(async () => {
    await database.remove();
    await rm(folder, { recursive: true });
  });

  function auditVerify(...args: string[]) {
    const environment = { DATABASE_URL: database.options.databaseUrl ?? '' };
    return runTypeScript('server/cli/auditVerify.ts', args, { environment });
  }

  it('succeeds if the logs are intact, and records their heads', async () => {
    const { code, out } = await auditVerify('--keep', file);
    expect([code, out]).toEqual([0, expect.stringMatching(/^The audit logs are intact: \d+ rows in \d+ logs\.\n$/)]);
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8'))).length).toBeGreaterThan(1);
  });

  it('detects that a whole log is missing, and keeps its head', async () => {
    const lost = '00000000-0000-7000-8000-00000000abcd';
    const heads = JSON.parse(await readFile(file, 'utf8'));
    const earlier = path.join(folder, 'earlier.json');
    const before = JSON.stringify({ ...heads, [lost]: { seq: '7', hash: 'ab'.repeat(32) } });
    await writeFile(earlier, before);
    const { code, out } = await auditVerify('--keep', earlier);
    expect([code, out]).toEqual([1, `tenant ${lost}: the whole log is missing, which had 7 rows\n`]);
    expect(await readFile(earlier, 'utf8')).toBe(before);
  });

  it('detects a log that was truncated together with its head', async () => {
    const { kysely } = database.db;
    await sql`
      delete from audit_logs a using audit_heads h where h.merchant_id = a.merchant_id and a.seq = h.seq
        and h.merchant_id = (select merchant_id from merchants where merchant_no = 'M100001')`.execute(kysely);
    await sql`
      update audit_heads h set seq = a.seq, hash = a.hash from audit_logs a
      where a.merchant_id = h.merchant_id and a.seq = h.seq - 1
        and h.merchant_id = (select merchant_id from merchants where merchant_no = 'M100001')`.execute(kysely);
    expect((await auditVerify()).code).toBe(0);
    const before = await readFile(file, 'utf8');
    const { code, out } = await auditVerify('--keep', file);
    expect([code, out]).toEqual([1, expect.stringMatching(/^M100001: row \d+ is missing\n$/)]);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('detects a changed row', async () => {
    await sql`update audit_logs set actor_name = 'somebody else' where seq = 2
      and merchant_id = (select merchant_id from merchants where merchant_no = 'M100002')`.execute(database.db.kysely);
    const { code, out } = await auditVerify();
    expect([code, out]).toEqual([1, 'M100002: row 2 was changed after it was written\n']);
  });
});
