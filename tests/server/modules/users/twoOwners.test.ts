import { expect, it } from 'vitest';
import { startWorld } from '#tests/support/world.ts';
import { copyCredentials, userCalls } from './userCalls.ts';

it('one owner remains when two of them remove each other concurrently', async () => {
  const world = await startWorld('postgres', { orders: 20 });
  const calls = userCalls(world);
  const first = (await world.signIn('demo')).login_token;
  const roles = [await calls.roleId(first, 'Owner')];
  const other = { username: 'other', real_name: 'Other', role_ids: roles };
  await calls.send('POST', '/users/invite', first, other);
  await copyCredentials(world, 'other');
  const second = (await world.signIn('other')).login_token;
  const viewers = [await calls.roleId(first, 'Viewer')];

  const [demoId, otherId] = [(await calls.user(first, 'demo')).id, (await calls.user(first, 'other')).id];
  const answers = await Promise.all([
    calls.send('POST', `/users/${otherId}/disable`, first, {}),
    calls.send('PUT', `/users/${demoId}`, second, { role_ids: viewers }),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  // The second one was no longer an owner, or no longer signed in.
  expect(statuses.filter((status) => status === 401 || status === 403)).toHaveLength(1);
  await world.close();
});
