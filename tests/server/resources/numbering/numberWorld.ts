import { afterEach, beforeEach } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

export const NOTE = fieldSchema.parse({ source: 'note', type: 'text' });

export const number = (sequence: string, more: object = {}, source = 'number') =>
  fieldSchema.parse({ source, type: 'text', default: { sequence, ...more } });

/** A server with stored resources, for all tests of the `describe` around. Use what it returns in tests only. */
export function numberWorld(kind: Db['kind']) {
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld(kind);
  });
  afterEach(() => world.close());
  return {
    get world() {
      return world;
    },
  };
}
