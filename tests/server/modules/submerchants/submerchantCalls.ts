import { z } from 'zod';
import type { World } from '#tests/support/world.ts';
import { copyCredentials, userCalls } from '../users/userCalls.ts';

const submerchantSchema = z.looseObject({
  id: z.string(),
  merchant_no: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  status: z.string(),
  owner_status: z.string().nullable(),
  disabled_above_id: z.string().nullable(),
  revision: z.int(),
});

/** A merchant's calls on its sub-merchants. */
export function submerchantCalls(world: World) {
  const { send, follow, linkOf } = userCalls(world);
  async function list(token: string) {
    return z.array(submerchantSchema).parse((await send('GET', '/submerchants?range=[0,99]', token)).data);
  }
  async function named(token: string, name: string) {
    const found = (await list(token)).find((one) => one.name === name);
    if (!found) throw new Error(`no sub-merchant ${name}`);
    return found;
  }
  const create = (token: string, values: object) => send('POST', '/submerchants/invite', token, values);
  const act = (token: string, id: string, action: string) => send('POST', `/submerchants/${id}/${action}`, token, {});
  /** Creates one whose owner has enrolled and is signed in. */
  async function opened(token: string, values: { name: string; username: string; parent_id?: string }) {
    await create(token, { real_name: 'Ada', ...values });
    await copyCredentials(world, values.username);
    const { id } = await named(token, values.name);
    return { id, token: (await world.signIn(values.username)).login_token };
  }
  return { send, follow, linkOf, list, named, create, act, opened };
}
