import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Attempt, each } from './attempt.ts';
import { edit } from './people.ts';
import type { Outcome, WaysWorld } from './waysWorld.ts';

const RIGHTS = ['list', 'show', 'create', 'edit', 'enable', 'disable', 'reset_password', 'reset_totp'];

/** A user who manages users, without a right about money. */
async function userManager(w: WaysWorld): Promise<string> {
  const username = await w.person('Viewer');
  const id = uuidv7();
  const at = w.clock.now();
  await w.kysely
    .insertInto('roles')
    .values({
      merchant_id: w.merchantId,
      id,
      name: `People ${w.next()}`,
      description: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const permissions = RIGHTS.map((right) => `users.${right}`);
  // With what a viewer may do, so that a viewer isn't above the manager.
  await sql`insert into role_permissions (merchant_id, role_id, permission)
    select ${w.merchantId}, ${id}, unnest(${permissions}::text[]) union
    select g.merchant_id, ${id}::uuid, g.permission from role_permissions g where g.role_id = ${await w.roleId('Viewer')}`.execute(
    w.kysely,
  );
  await sql`update user_roles set role_id = ${id} where user_id = ${await w.idOf(username)}`.execute(w.kysely);
  return username;
}

const post = (verb: string) => async (w: WaysWorld, by: string, of: string) =>
  w.send(by, 'POST', `users/${await w.idOf(of)}/${verb}`, {});

/** What a manager does to another user, and the state that the other one is in. */
const ACTS: Readonly<
  Record<string, { state?: 'disabled' | 'invited'; act(w: WaysWorld, by: string, of: string): Promise<Outcome> }>
> = {
  'is edited': { act: (w, by, of) => edit(w, of, { email: 'manager@example.com' }, by) },
  'is disabled': { act: post('disable') },
  'is enabled': { state: 'disabled', act: post('enable') },
  'gets another password': { act: post('reset_password') },
  'gets another authenticator': { act: post('reset_totp') },
  'is invited again': { state: 'invited', act: post('reinvite') },
  'is signed out': { act: post('end_sessions') },
  'is signed out of one session': {
    async act(w, by, of) {
      await w.signIn(of);
      const session = await w.kysely
        .selectFrom('sessions')
        .where('user_id', '=', await w.idOf(of))
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .select('id')
        .executeTakeFirstOrThrow();
      return w.send(by, 'POST', `sessions/${session.id}/end`, {});
    },
  },
};

/** Roles with rights that the manager lacks, and the refusal. */
const ABOVE = { Owner: '403 user_is_owner', Reviewer: '403 user_exceeds', Cashier: '403 user_exceeds' };

/** Rule 9: nobody manages a user who has rights that they lack. */
export const OF_MANAGERS: readonly Attempt[] = each(ABOVE, ACTS, ([role, held], [what, { state, act }]) => ({
  path: 'second account' as const,
  rule: 9,
  name: `a user with the role ${role} ${what} by one who may only manage users`,
  held,
  passes: '200',
  async prepare(w) {
    const by = await userManager(w);
    const [above, viewer] = [await w.person(role), await w.person('Viewer')];
    if (state !== undefined) {
      await w.kysely.updateTable('users').set({ status: state }).where('username', 'in', [above, viewer]).execute();
    }
    const users = w.kysely.selectFrom('users').where('username', '=', above);
    const columns = ['status', 'password_hash', 'totp_secret', 'email'] as const;
    return {
      act: () => act(w, by, above),
      satisfy: async () => {},
      probe: () => users.select(columns).executeTakeFirst(),
      legitimate: async () => ({ ...(await act(w, by, viewer)), says: '' }),
    };
  },
}));
