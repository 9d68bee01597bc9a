import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { plannedFolder, text } from './plannedFolder.ts';

describe('npm run resources plan and purge', () => {
  const planned = plannedFolder();
  const { declare, run } = planned;

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
      planned.world.db.kysely,
    );
    expect(rows).toEqual([{ it: null, other: 'r_vendors' }]);
    expect((await run('purge')).out).toBe('Each stored resource has a file.\n');
    const again = await planned.world.open({ name: 'old_things', fields: [text('name')] });
    expect([again.findings, await again.source.summary(planned.world.actor.merchantId, [])]).toMatchObject([
      [],
      { count: 0 },
    ]);
  });
});
