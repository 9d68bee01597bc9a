import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const KEY = randomBytes(32).toString('hex');

export const text = (source: string) => fieldSchema.parse({ source, type: 'text' });

/**
 * A server with stored resources and a folder of other declarations, for all tests of the `describe` around. Use what
 * it returns in tests only.
 */
export function plannedFolder() {
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
  return {
    get world() {
      return world;
    },
    declare,
    run,
  };
}
