import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

/** A server with records to import into, for all tests of the `describe` around. Use what it returns in tests only. */
export function openedImport(kind: Db['kind']) {
  let world: ImportWorld;
  let firm: string;
  beforeAll(async () => {
    world = await importWorld(kind);
    firm = await world.create('firms', { name: 'Acme' });
    await world.create('firms', { name: 'Twin' });
    await world.create('firms', { name: 'Twin' });
  });
  afterAll(() => world.close());
  return {
    get world() {
      return world;
    },
    get firm() {
      return firm;
    },
  };
}
