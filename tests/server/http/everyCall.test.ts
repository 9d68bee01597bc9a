import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyCall } from '#shared/contract/everyCall.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

describe('the list of calls that no declaration makes', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  it("has all of the server's, so that the command line refuses the same declarations", async () => {
    const answer = await world.call({ url: '/prod-api/openapi.json' });
    const { paths } = z.object({ paths: z.record(z.string(), z.object({})) }).parse(answer.json());
    const listed = new Set(everyCall.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')));
    const resources = [...(await loadResources('resources')).values()];
    const isDeclared = (path: string) =>
      resources.some(({ endpoint }) => path === `/${endpoint}` || path.startsWith(`/${endpoint}/`));
    const others = Object.keys(paths).filter((path) => !listed.has(path) && !isDeclared(path));
    expect(others).toEqual([]);
    expect(listed.size).toBeGreaterThan(50);
  });
});
