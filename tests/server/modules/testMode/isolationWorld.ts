import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { Actions, testModeWorld } from './testModeWorld.ts';
import type { TestModeWorld } from './testModeWorld.ts';

export const summarySchema = z.object({ count: z.int() });

/** A merchant with both sides, for all tests of the `describe` around. Use what it returns in tests only. */
export function isolationWorld() {
  let world: TestModeWorld;
  let actions: Actions;
  let operatorToken: string;
  beforeAll(async () => {
    world = await testModeWorld({ app: { callLogMs: 10 } });
    actions = new Actions(world);
    ({ login_token: operatorToken } = await world.signIn('operator'));
  });
  afterAll(() => world.close());
  return {
    get world() {
      return world;
    },
    get actions() {
      return actions;
    },
    get operatorToken() {
      return operatorToken;
    },
  };
}
