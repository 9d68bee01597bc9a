import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const KEY = randomBytes(32).toString('hex');
const text = (source: string) => fieldSchema.parse({ source, type: 'text' });

describe('npm run resources plan and purge', () => {
  let world: StoredWorld;
  let folder: string;
  beforeAll(async () => {
    world = await startStoredWorld('postgres');
    folder = await mkdtemp(path.join(tmpdir(), 'plan-'));
    await cp('resources', folder, { recursive: true });
    const vendors = await world.open({ name: 'vendors', fields: [text('name'), text('land'), text('fax')] });
    await vendors.writer.create(world.actor, { name: 'a', land: 'NL', fax: '1' });
    await vendors.writer.create(world.actor, { name: 'b', land: 'BE' });
    const old = await world.open({ name: 'old_things', fields: [text('name')] });
    await old.writer.create(world.actor, { name: 'x' });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await world.close();
  });

  const run = (...args: string[]) =>
    runTypeScript('server/cli/resources.ts', [...args, '--folder', folder], {
      environment: {
        DATABASE_URL: world.options.databaseUrl ?? '',
        DATA_KEY: KEY,
      },
    });

  async function declare(migrate: object): Promise<void> {
    const declaration = {
      version: 1,
      name: 'suppliers',
      storage: 'table',
      fields: [
        { source: 'name', type: 'text', sortable: true },
        { source: 'country', type: 'text' },
        { source: 'city', type: 'text' },
      ],
      migrate: { from: 'vendors', rename: { land: 'country' }, ...migrate },
    };
    await writeFile(path.join(folder, 'suppliers.json'), JSON.stringify(declaration));
  }

  it('say what would be moved, renamed, added and lost, and change nothing', async () => {
    await declare({});
    const refused = await run('plan');
    expect(refused.out).toContain('  S201 The field “fax” was removed, but 1 record has a value in it.');
    expect(refused.out).toContain('1 stored resources: 0 would change, 1 would be refused.');
    expect(refused.code).toBe(1);
    await declare({ drop: { fax: 1 } });
    const { out, code, problem } = await run('plan');
    expect([code, problem]).toEqual([0, '']);
    expect(out.split('\n').slice(0, 7)).toEqual([
      'suppliers: 2 records',
      '  move 2 records of vendors, with files, permissions and menu entries',
      '  delete fax with 1 value',
      '  rename land to country with 2 values',
      '  add city',
      '  make the index r_vendors$name$order',
      'old_things: 1 record without a file. To delete: npm run resources purge old_things -- --rows 1',
    ]);
    const { rows } = await sql`select fax from r_vendors where fax is not null`.execute(world.db.kysely);
    expect(rows).toEqual([{ fax: '1' }]);
  });

  it('delete the table of a resource without a file only with the number of its records', async () => {
    await declare({});
    expect((await run('purge')).out).toBe(
      'old_things: 1 record without a file. To delete: npm run resources purge old_things -- --rows 1\n',
    );
    for (const wrong of [
      ['purge', 'old_things'],
      ['purge', 'old_things', '--rows', '2'],
      ['purge', 'vendors', '--rows', '2'],
    ]) {
      expect((await run(...wrong)).code).toBe(2);
    }
    const { code, out } = await run('purge', 'old_things', '--rows', '1');
    expect([code, out]).toEqual([0, 'Deleted “old_things” with 1 record.\n']);
    const { rows } = await sql`select to_regclass('r_old_things') as it, to_regclass('r_vendors') as other`.execute(
      world.db.kysely,
    );
    expect(rows).toEqual([{ it: null, other: 'r_vendors' }]);
    expect((await run('purge')).out).toBe('Each stored resource has a file.\n');
    const again = await world.open({ name: 'old_things', fields: [text('name')] });
    expect([again.findings, await again.source.summary(world.actor.merchantId, [])]).toMatchObject([[], { count: 0 }]);
  });
});
