import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { roleCalls } from '../modules/roles/roleCalls.ts';

/** The user's requests in flight during a change, which may see either state. */
const AT_ONCE = 2;
const HOUR_MS = 3_600_000;
/** Enough for a thousand changes on a busy machine. */
const PATIENCE = { timeout: 300_000 };

export interface Trials {
  /** How often rights are removed from a role and restored. */
  rights: number;
  disabled: number;
  passwords: number;
}

/** Declares the tests that change a user's rights during the user's requests, each as often as `trials` says. */
export function revocationsCount(trials: Trials): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  const ask = async (token: string) => (await world.call({ url: '/prod-api/orders?range=[0,0]', token })).statusCode;

  /** Makes a change during the user's requests. Expects `before` or `after` for those, and `after` for the next one. */
  async function expectRaced(
    token: string,
    change: () => Promise<{ status: number }>,
    [before, after]: [before: number, after: number],
  ): Promise<void> {
    const under = Array.from({ length: AT_ONCE }, () => ask(token));
    const { status } = await change();
    expect([status, await ask(token)]).toEqual([200, after]);
    for (const one of await Promise.all(under)) expect([before, after]).toContain(one);
  }

  it(`applies to the next request: rights of a role, in ${2 * trials.rights} changes`, PATIENCE, async () => {
    const owner = roleCalls(world, (await world.signIn('demo')).login_token);
    const { login_token: viewer } = await world.signIn('viewer');
    const { id } = await owner.named('Viewer');
    const { granted, role } = await owner.grants(id);
    let { revision } = role;
    const without = granted.filter((key) => !key.startsWith('orders.'));
    const save = async (permissions: readonly string[]) => {
      const saved = await owner.save(id, revision, permissions);
      revision += 1;
      return saved;
    };
    for (let trial = 0; trial < trials.rights; trial += 1) {
      await expectRaced(viewer, () => save(without), [200, 403]);
      await expectRaced(viewer, () => save(granted), [403, 200]);
    }
  });

  it(`applies to the next request: the account itself, disabled ${trials.disabled} times`, PATIENCE, async () => {
    const owner = roleCalls(world, (await world.signIn('demo')).login_token);
    const users = (await owner.send('GET', 'users?range=[0,29]')).data;
    const found = Array.isArray(users) ? users.find((one: { username: string }) => one.username === 'viewer') : null;
    for (let trial = 0; trial < trials.disabled; trial += 1) {
      const { login_token: viewer } = await world.signIn('viewer');
      await expectRaced(viewer, () => owner.send('POST', `users/${found.id}/disable`, {}), [200, 401]);
      expect((await owner.send('POST', `users/${found.id}/enable`, {})).status).toBe(200);
    }
  });

  it(
    `applies to the next request: a new password for earlier sessions, ${trials.passwords} times`,
    PATIENCE,
    async () => {
      let password = DEMO_PASSWORD;
      for (let trial = 0; trial < trials.passwords; trial += 1) {
        const { login_token: elsewhere } = await world.signIn('viewer', password);
        const { login_token: here } = await world.signIn('viewer', password);
        const chosen = `A long passphrase ${trial}`;
        const body = { old_password: password, new_password: chosen };
        const change = async () => roleCalls(world, here).send('POST', 'login-pwd/update', body);
        await expectRaced(elsewhere, change, [200, 401]);
        expect(await ask(here)).toBe(200);
        password = chosen;
        // Password changes are limited per hour.
        world.clock.advance(HOUR_MS / 1000);
      }
    },
  );
}
