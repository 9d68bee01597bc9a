import { sql } from 'kysely';
import { z } from 'zod';
import { rolePermissionsSchema, type RolePermissions } from '#shared/contract/roles.ts';
import type { World } from '#tests/support/world.ts';

const roleSchema = z.looseObject({ id: z.string(), name: z.string(), user_count: z.int(), revision: z.int() });
export type Role = z.infer<typeof roleSchema>;

const answerSchema = z.object({ msg: z.string(), data: z.unknown() });
const failureSchema = z.object({ error: z.string(), errors: z.record(z.string(), z.string()).optional() });

/** The calls of one signed-in user on roles. */
export function roleCalls(world: World, token: string) {
  async function send(method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, payload?: object) {
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, ...(payload && { payload }) });
    const { msg, data } = answerSchema.parse(answer.json());
    const { error, errors = {} } = failureSchema.safeParse(data).data ?? { error: null };
    return { status: answer.statusCode, msg, data, error, errors };
  }
  const list = async () => z.array(roleSchema).parse((await send('GET', 'roles?range=[0,29]')).data);
  return {
    send,
    list,
    named: async (name: string) => roleSchema.parse((await list()).find((role) => role.name === name)),
    show: async (id: string) => roleSchema.parse((await send('GET', `roles/${id}`)).data),
    create: (values: object) => send('POST', 'roles', values),
    made: async (name: string) => roleSchema.parse((await send('POST', 'roles', { name })).data),
    edit: (id: string, values: object) => send('PUT', `roles/${id}`, values),
    remove: (id: string) => send('DELETE', `roles/${id}`),
    copy: (id: string, values: object) => send('POST', `roles/${id}/copy`, values),
    grants: async (id: string): Promise<RolePermissions> =>
      rolePermissionsSchema.parse((await send('GET', `role-permissions?role_id=${id}`)).data),
    save: (id: string, revision: number, permissions: readonly string[]) =>
      send('PUT', `role-permissions/${id}`, { revision, permissions }),
    preview: (id: string) => send('POST', `role-preview/${id}`),
    endPreview: () => send('DELETE', 'role-preview'),
  };
}

/** Replaces all roles of a user of the first demo merchant by one. */
export async function giveRole({ db }: World, username: string, roleId: string): Promise<void> {
  await sql`delete from user_roles using users u
    where u.merchant_id = user_roles.merchant_id and u.id = user_roles.user_id and u.username = ${username}`.execute(
    db.kysely,
  );
  await sql`insert into user_roles (merchant_id, user_id, role_id)
    select merchant_id, id, ${roleId} from users where username = ${username}`.execute(db.kysely);
}
