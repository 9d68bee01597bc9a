import { z } from 'zod';
import type { Attempt } from './attempt.ts';
import { reset } from './people.ts';
import { outcomeOf, type Outcome, type WaysWorld } from './waysWorld.ts';

const tokenIn = ({ data }: Outcome) => z.string().parse(data['link']).split('#enrol=')[1] ?? '';

/** What whoever has a link can do with it. */
async function open(w: WaysWorld, token: string): Promise<Outcome> {
  const answer = await w.call({ method: 'POST', url: '/prod-api/enrolment/check', payload: { token } });
  return outcomeOf(answer.statusCode, answer.json());
}

async function invite(w: WaysWorld) {
  const username = `invited${w.next()}`;
  const role_ids = [await w.roleId('Owner')];
  const answer = await w.send('demo', 'POST', 'users/invite', { username, real_name: username, role_ids });
  return { username, answer };
}
const again = async (w: WaysWorld, username: string, verb: 'reinvite' | 'reset_password') =>
  w.send('demo', 'POST', `users/${await w.idOf(username)}/${verb}`, {});

/** Ways to a link that is no longer that of the person. Each returns its token and the token of the one that is. */
const LINKS: Readonly<Record<string, (w: WaysWorld) => Promise<{ old: string; valid(): Promise<string> }>>> = {
  async 'that the person has used'(w) {
    const { username, answer } = await invite(w);
    await w.follow(answer, username);
    return { old: tokenIn(answer), valid: async () => tokenIn(await again(w, username, 'reset_password')) };
  },
  async 'that another one replaced'(w) {
    const { username, answer } = await invite(w);
    const next = await again(w, username, 'reinvite');
    return { old: tokenIn(answer), valid: async () => tokenIn(next) };
  },
  async 'of a day before'(w) {
    const { username, answer } = await invite(w);
    w.later(25);
    return { old: tokenIn(answer), valid: async () => tokenIn(await again(w, username, 'reinvite')) };
  },
  async 'of a user who was disabled since'(w) {
    const username = await reset(w, 'reset_totp');
    const link = await again(w, username, 'reset_password');
    await w.send('demo', 'POST', `users/${await w.idOf(username)}/disable`, {});
    const valid = async () => {
      await w.send('demo', 'POST', `users/${await w.idOf(username)}/enable`, {});
      return tokenIn(await again(w, username, 'reset_password'));
    };
    return { old: tokenIn(link), valid };
  },
};

/** Rule 2: a link serves the person once. */
export const OF_LINKS: readonly Attempt[] = Object.entries(LINKS).map(([which, make]) => ({
  path: 'second account',
  rule: 2,
  name: `a link ${which} is opened`,
  held: '404 enrolment_invalid',
  passes: '200 done',
  async prepare(w) {
    const { old, valid } = await make(w);
    return {
      act: () => open(w, old),
      satisfy: async () => {},
      legitimate: async () => open(w, await valid()),
    };
  },
}));
