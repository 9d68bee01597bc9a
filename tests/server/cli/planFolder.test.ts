import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { plannedFolder } from './plannedFolder.ts';

describe('npm run resources plan and purge', () => {
  const planned = plannedFolder();
  const { declare, run } = planned;

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
    const { rows } = await sql`select fax from r_vendors where fax is not null`.execute(planned.world.db.kysely);
    expect(rows).toEqual([{ fax: '1' }]);
  });
});
