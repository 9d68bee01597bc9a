import { generate } from 'otplib';
import { z } from 'zod';
import type { World } from '#tests/support/world.ts';

const answerSchema = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
const failureSchema = z.object({ error: z.string(), errors: z.record(z.string(), z.string()).default({}) });
const userSchema = z.looseObject({
  id: z.string(),
  username: z.string(),
  status: z.string(),
  role_ids: z.array(z.string()),
  revision: z.int(),
});
export type User = z.infer<typeof userSchema>;

export const PASSWORD = 'a long passphrase 42';

/** The calls of signed-in users on users, and of users with a link. */
export function userCalls(world: World) {
  async function send(method: 'GET' | 'POST' | 'PUT', path: string, token?: string, payload?: object) {
    const url = `/prod-api${path}`;
    const answer = await world.call({ method, url, ...(token && { token }), ...(payload && { payload }) });
    const { msg, data } = answerSchema.parse(answer.json());
    const failure = failureSchema.safeParse(data).data;
    return { status: answer.statusCode, msg, data, error: failure?.error ?? null, errors: failure?.errors ?? {} };
  }
  const list = async (token: string): Promise<User[]> =>
    z.array(userSchema).parse((await send('GET', '/users?range=[0,99]', token)).data);
  async function user(token: string, username: string): Promise<User> {
    const found = (await list(token)).find((one) => one.username === username);
    if (!found) throw new Error(`no user ${username}`);
    return found;
  }
  async function act(token: string, username: string, action: string, body: object = {}) {
    return send('POST', `/users/${(await user(token, username)).id}/${action}`, token, body);
  }
  async function edit(token: string, username: string, change: object) {
    return send('PUT', `/users/${(await user(token, username)).id}`, token, change);
  }
  async function roleId(token: string, name: string): Promise<string> {
    const { data } = await send('GET', '/role-choices', token);
    const role = z
      .array(z.object({ id: z.string(), name: z.string() }))
      .parse(data)
      .find((one) => one.name === name);
    if (!role) throw new Error(`no role ${name}`);
    return role.id;
  }
  const codeFor = (secret: string) => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) });

  /** Completes the enrolment of a link. */
  async function follow(link: string) {
    const token = link.split('#enrol=')[1] ?? '';
    const checked = z
      .object({ needs_password: z.boolean(), totp_secret: z.string().nullable() })
      .parse((await send('POST', '/enrolment/check', undefined, { token })).data);
    const done = await send('POST', '/enrolment/complete', undefined, {
      token,
      ...(checked.needs_password && { password: PASSWORD }),
      ...(checked.totp_secret !== null && { totp_code: await codeFor(checked.totp_secret) }),
    });
    const { recovery_codes: codes } = z.object({ recovery_codes: z.array(z.string()) }).parse(done.data);
    return { ...checked, codes };
  }
  const signIn = (username: string, totp_code: string, password = PASSWORD) =>
    send('POST', '/login', undefined, { username, password, totp_code });
  const tokenOf = (data: unknown) => z.object({ login_token: z.string() }).parse(data).login_token;
  const linkOf = (data: unknown) => z.object({ link: z.string() }).parse(data).link;

  return { send, list, user, act, edit, roleId, codeFor, follow, signIn, tokenOf, linkOf };
}

/** Lets an invited user sign in like the demo's users, without the cost of hashing a password. */
export async function copyCredentials({ db }: World, username: string): Promise<void> {
  const { password_hash, totp_secret } = await db.kysely
    .selectFrom('users')
    .where('username', '=', 'demo')
    .select(['password_hash', 'totp_secret'])
    .executeTakeFirstOrThrow();
  await db.kysely
    .updateTable('users')
    .set({ password_hash, totp_secret, status: 'enabled' })
    .where('username', '=', username)
    .execute();
}
