import { roleCalls } from '../../modules/roles/roleCalls.ts';
import { type Attempt, each } from './attempt.ts';
import { MOVES, REQUESTS } from './moves.ts';
import { SMALL, type WaysWorld } from './waysWorld.ts';

/** Ways to a user who can do what they couldn't do before. Each returns the username. */
const GAINS = {
  'a user just invited': (w: WaysWorld) => w.invited('demo'),
  'a user whose password was reset': (w: WaysWorld) => reset(w, 'reset_password'),
  'a user whose authenticator was reset': (w: WaysWorld) => reset(w, 'reset_totp'),
  async 'a user who was given a role'(w: WaysWorld) {
    const username = await w.person('Viewer');
    await edit(w, username, { role_ids: [await w.roleId('Owner')] });
    return username;
  },
  async 'a user whose role was widened'(w: WaysWorld) {
    const username = await w.person('Viewer');
    const roles = roleCalls(w, (await w.signIn('demo')).login_token);
    const role = await roles.made(`Role ${w.next()}`);
    await edit(w, username, { role_ids: [role.id] });
    const again = roleCalls(w, (await w.signIn('demo')).login_token);
    const { role: kept } = await again.grants(role.id);
    const owner = await again.grants(await w.roleId('Owner'));
    await again.save(role.id, kept.revision, owner.granted);
    return username;
  },
  async 'a user enabled again'(w: WaysWorld) {
    const username = await w.person();
    const id = await w.idOf(username);
    await w.send('demo', 'POST', `users/${id}/disable`, {});
    await w.send('demo', 'POST', `users/${id}/enable`, {});
    return username;
  },
};

export async function edit(w: WaysWorld, username: string, values: object, by = 'demo') {
  const id = await w.idOf(username);
  const { revision } = await w.kysely
    .selectFrom('users')
    .where('id', '=', id)
    .select('revision')
    .executeTakeFirstOrThrow();
  return w.send(by, 'PUT', `users/${id}`, { revision, ...values });
}

export async function reset(w: WaysWorld, what: 'reset_password' | 'reset_totp', by = 'demo', of?: string) {
  const username = of ?? (await w.person());
  await w.follow(await w.send(by, 'POST', `users/${await w.idOf(username)}/${what}`, {}), username);
  return username;
}

const WAITS = '403 power_waiting';

/** Rule 3: new deciders wait, whatever they do. */
const NEW_MAKERS: Attempt[] = each(GAINS, MOVES, ([who, gain], [what, move]) => ({
  path: move.path,
  rule: 3,
  name: `${who} makes ${what}`,
  held: WAITS,
  passes: move.passes,
  async prepare(w) {
    const by = await gain(w);
    const act = await move.begin(w, { by, account: w.account(), amount: SMALL });
    return { act, satisfy: async () => w.later(25) };
  },
}));

const NEW_APPROVERS: Attempt[] = each(GAINS, REQUESTS, ([who, gain], [what, request]) => ({
  path: request.path,
  rule: 3,
  name: `${who} approves ${what}`,
  held: WAITS,
  passes: request.passes,
  async prepare(w) {
    const maker = await w.person();
    const approve = await request.begin(w, maker);
    const approver = await gain(w);
    return { act: () => approve(approver), satisfy: async () => w.later(25) };
  },
}));

/** Ways to a second account that the maker controls, or that controls the maker. Each returns its username. */
const SECOND = {
  'whom the maker invited': (w: WaysWorld, maker: string) => w.invited(maker),
  async 'who has an account that the maker was invited by'(w: WaysWorld, maker: string) {
    const username = await w.person();
    await relate(w, maker, username);
    return username;
  },
  async 'whom the maker invited through another user'(w: WaysWorld, maker: string) {
    const between = await w.invited(maker);
    w.later(25);
    return w.invited(between);
  },
  async 'whom another user invited and the maker invited again'(w: WaysWorld, maker: string) {
    const username = `invited${w.next()}`;
    const role_ids = [await w.roleId('Owner')];
    await w.send(await w.person(), 'POST', 'users/invite', { username, real_name: username, role_ids });
    await w.follow(await w.send(maker, 'POST', `users/${await w.idOf(username)}/reinvite`, {}), username);
    return username;
  },
  'whose password the maker reset': (w: WaysWorld, maker: string) => reset(w, 'reset_password', maker),
  'whose authenticator the maker reset': (w: WaysWorld, maker: string) => reset(w, 'reset_totp', maker),
  async 'whose authenticator the maker reset, and whose password another user did'(w: WaysWorld, maker: string) {
    const username = await reset(w, 'reset_totp', maker);
    return reset(w, 'reset_password', await w.person(), username);
  },
  async 'whose email address the maker changed before another user reset the password'(w: WaysWorld, maker: string) {
    const username = await w.person();
    await edit(w, username, { email: 'maker@example.com' }, maker);
    return reset(w, 'reset_password', await w.person(), username);
  },
};

async function relate(w: WaysWorld, invited: string, by: string) {
  await w.kysely
    .updateTable('users')
    .set({ invited_by: await w.idOf(by), invited_at: w.clock.now() })
    .where('username', '=', invited)
    .execute();
}

/** Rule 4: a second account of the maker approves nothing of theirs, as long as somebody else may. */
const SECOND_ACCOUNTS: Attempt[] = each(SECOND, REQUESTS, ([who, second], [what, request]) => ({
  path: 'second account' as const,
  rule: 4,
  name: `a user ${who} approves ${what}`,
  held: '403 checker_related',
  passes: request.passes,
  async prepare(w) {
    const maker = await w.person();
    const another = await w.person();
    const approver = await second(w, maker);
    w.later(25);
    const approve = await request.begin(w, maker);
    return { act: () => approve(approver), satisfy: async () => {}, legitimate: () => approve(another) };
  },
}));

/** Rule 4: nor does the maker. */
const OWN: Attempt[] = Object.entries(REQUESTS).map(([what, request]) => ({
  path: request.path,
  rule: 4,
  name: `the maker approves ${what}`,
  held: what === 'a batch' ? '403 batch_second_person' : '403 own_request',
  passes: request.passes,
  async prepare(w) {
    const [maker, another] = [await w.person(), await w.person()];
    const approve = await request.begin(w, maker);
    return { act: () => approve(maker), satisfy: async () => {}, legitimate: () => approve(another) };
  },
}));

export const OF_PEOPLE: readonly Attempt[] = [...NEW_MAKERS, ...NEW_APPROVERS, ...SECOND_ACCOUNTS, ...OWN];
