import { describe, expect, it } from 'vitest';
import { demoDatabase, startWorld, type World } from '#tests/support/world.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const stored = (name: string, source: string) => ({
  version: 1,
  name,
  storage: 'table',
  endpoint: 'parcels',
  fields: [{ source, type: 'text', required: true }],
});
const parcels = stored('outgoing', 'town');
/** In seconds. By then the authenticator codes that the first server accepted are no longer current. */
const AN_HOUR = 3_600;
/** Its file is read before all others. */
const newcomer = stored('aaa', 'colour');

describe('an endpoint of a running resource', () => {
  it('stays the same when another file claims it, also after a restart', async () => {
    const database = await demoDatabase(USUAL_DATABASE, 20);
    const kept = { ...database, remove: async () => {} };
    const first = await startWorld(USUAL_DATABASE, { database: kept, resources: { outgoing: parcels } });
    await first.call({ ...(await as(first)), method: 'POST', url: '/prod-api/parcels', payload: { town: 'Lima' } });
    await first.close();

    const second = await startWorld(USUAL_DATABASE, {
      database: kept,
      resources: { outgoing: parcels, aaa: newcomer },
    });
    second.clock.advance(AN_HOUR);
    const signedIn = await as(second);
    const listed = await second.call({ ...signedIn, url: '/prod-api/parcels' });
    expect(listed.json()).toMatchObject({ code: 0, data: [{ town: 'Lima' }] });
    const problems = await second.call({ ...(await as(second, 'operator')), url: '/prod-api/resource-problems' });
    const errors = problems
      .json<{ data: { problems: { severity: string }[] } }>()
      .data.problems.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ id: 'R203', file: 'aaa.json', line: 1, pointer: '/endpoint' }]);
    await second.close();
    await database.remove();
  });
});

async function as(world: World, user = 'demo'): Promise<{ token: string }> {
  return { token: (await world.signIn(user)).login_token };
}
