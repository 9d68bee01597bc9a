import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCipher } from '#server/crypto/dataKey.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { newLink } from '#server/modules/enrolment/service.ts';
import { createOwner, UsernameTakenError } from '#server/modules/users/operators.ts';
import { USUAL_DATABASE } from '../../../support/testDatabase.ts';
import { startWorld, type World } from '../../../support/world.ts';

const PASSWORD = 'a long passphrase 42';

describe('an invitation', () => {
  let world: World;
  let invite: (username: string) => Promise<string>;

  beforeAll(async () => {
    const cipher = createCipher(Buffer.alloc(32, 1));
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { cipher } });
    const { db, clock } = world;
    invite = (username) =>
      db.transaction(async (tx) => {
        const userId = await createOwner(tx, clock, { merchantId: PLATFORM_ID, username, realName: 'New' });
        return (await newLink(tx, { clock, cipher }, { merchantId: PLATFORM_ID, userId })).token;
      });
  });
  afterAll(() => world.close());

  const call = async (path: string, payload: object) => {
    const answer = await world.call({ method: 'POST', url: `/prod-api/${path}`, payload });
    return { status: answer.statusCode, ...answer.json<{ data: Record<string, string> | null }>() };
  };
  const code = (secret: string) => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) });

  it('creates a user who can sign in with the chosen password and authenticator', async () => {
    const token = await invite('Alice');
    const { data } = await call('enrolment/check', { token });
    expect(data).toMatchObject({ username: 'Alice', real_name: 'New' });
    expect(data?.['otpauth_url']).toMatch(/^otpauth:\/\/totp\//);
    const secret = data?.['totp_secret'] ?? '';
    const done = await call('enrolment/complete', { token, password: PASSWORD, totp_code: await code(secret) });
    expect(done).toMatchObject({ status: 200, data: { recovery_codes: expect.any(Array) } });
    world.clock.advance(30);
    const signedIn = await call('login', { username: 'alice', password: PASSWORD, totp_code: await code(secret) });
    expect(signedIn.status).toBe(200);
  });

  it('works once', async () => {
    const token = await invite('bob');
    const { data } = await call('enrolment/check', { token });
    const body = { token, password: PASSWORD, totp_code: await code(data?.['totp_secret'] ?? '') };
    const answers = await Promise.all([1, 2, 3].map(() => call('enrolment/complete', body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect((await call('enrolment/check', { token })).status).toBe(404);
  });

  it('expires after a day, and when a newer one is created', async () => {
    const token = await invite('carol');
    world.clock.advance(24 * 3600);
    expect((await call('enrolment/check', { token })).status).toBe(404);
  });

  it('stays valid if the code is wrong or the password is rejected', async () => {
    const token = await invite('dave');
    const secret = (await call('enrolment/check', { token })).data?.['totp_secret'] ?? '';
    const bad = [
      { token, password: PASSWORD, totp_code: '000000' },
      { token, password: 'short', totp_code: await code(secret) },
      { token, password: 'I am Dave, really', totp_code: await code(secret) },
    ];
    for (const body of bad) expect((await call('enrolment/complete', body)).status).toBe(422);
    expect((await call('enrolment/check', { token })).status).toBe(200);
  });

  it("is required: an invited user can't sign in before", async () => {
    await invite('erin');
    const answer = await call('login', { username: 'erin', password: PASSWORD, totp_code: '123456' });
    expect(answer.status).toBe(401);
  });

  it("isn't created for a taken username, in any tenant and case", async () => {
    await expect(invite('DEMO')).rejects.toThrow(UsernameTakenError);
  });

  it.each(['x'.repeat(40), '_'.repeat(64), "' or 1=1 --".padEnd(40)])("isn't %j", async (token) => {
    expect((await call('enrolment/check', { token })).status).toBe(404);
  });
});
