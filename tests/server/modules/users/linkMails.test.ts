import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { readMail } from '#tests/support/readMail.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { userCalls } from './userCalls.ts';

const CONSOLE = 'https://console.example';

describe('links to set up a sign-in, with a mail server', () => {
  let world: World;
  let mailServer: MailServer;
  let mailer: Processor;
  let calls: ReturnType<typeof userCalls>;
  let owner = '';
  beforeAll(async () => {
    mailServer = await startMailServer();
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: {
        mail: { server: mailServer.server, from: { name: '', address: 'console@pay.example' } },
        publicUrl: CONSOLE,
        isHttps: true,
      },
    });
    const found = world.app.workers().find((worker): worker is Processor => worker.subject === 'mail');
    if (!found) throw new Error('no worker sends mail');
    mailer = found;
    calls = userCalls(world);
    owner = (await world.signIn('demo')).login_token;
  });
  beforeEach(() => void mailServer.received.splice(0));
  afterAll(async () => {
    await world.close();
    await mailServer.close();
  });

  /** Sends what is queued. @returns the messages to an address */
  async function mailsTo(address: string) {
    while ((await mailer.step()) > 0);
    return mailServer.received.filter(({ to }) => to.includes(address)).map(({ raw }) => readMail(raw));
  }
  /** The link in the only message to an address, as a path. */
  async function mailedLink(address: string): Promise<string> {
    const [mail, ...others] = await mailsTo(address);
    expect(others).toEqual([]);
    const link = /https:\/\/console\.example(\/\S+#enrol=\S+)/.exec(mail?.text ?? '')?.[1];
    if (link === undefined) throw new Error(`no link in ${mail?.text}`);
    return link;
  }
  const invite = async (username: string, email: string | null, role = 'Viewer') =>
    calls.send('POST', '/users/invite', owner, {
      ...{ username, real_name: username, ...(email !== null && { email }) },
      role_ids: [await calls.roleId(owner, role)],
    });

  it('go to the invited person, and not to whoever invites', async () => {
    const invited = await invite('ana', 'ana@example.com');
    expect(invited.data).toEqual({ mailed_to: 'ana@example.com', expires_at: expect.any(String) });
    const queued = JSON.stringify(await world.db.kysely.selectFrom('mail_jobs').selectAll().execute());
    expect(queued).toContain('enrolment_link');
    expect(queued).not.toContain('enrol=');

    const { codes } = await calls.follow(await mailedLink('ana@example.com'));
    expect(codes).toHaveLength(10);
    expect(await calls.user(owner, 'ana')).toMatchObject({ status: 'enabled', totp_bound: true });
    const logged = await world.db.kysely
      .selectFrom('audit_logs')
      .where('action', '=', 'users.create')
      .orderBy('seq', 'desc')
      .select('after')
      .executeTakeFirstOrThrow();
    expect(logged.after).toMatchObject({ link_mailed_to: 'ana@example.com' });
    expect(JSON.stringify(logged.after)).not.toContain('enrol=');
  });

  it('need an address, said on its field or by name', async () => {
    const without = await invite('ben', null);
    expect([without.status, without.errors]).toEqual([
      422,
      { email: 'Enter an email address. The link is sent to it.' },
    ]);
    await world.db.kysely.updateTable('users').set({ email: null }).where('username', '=', 'viewer').execute();
    const reset = await calls.act(owner, 'viewer', 'reset_password');
    expect([reset.status, reset.error]).toEqual([409, 'link_without_email']);
    // Nothing was reset.
    expect(await calls.user(owner, 'viewer')).toMatchObject({ status: 'enabled' });
    const kept = world.db.kysely.selectFrom('users').where('username', '=', 'viewer').select('password_hash');
    expect((await kept.executeTakeFirstOrThrow()).password_hash).not.toBeNull();
  });

  it.each(['reset_password', 'reset_totp'] as const)('go to the person after %s', async (action) => {
    const answer = await calls.act(owner, 'checker', action);
    expect(answer.data).toEqual({ mailed_to: 'checker@demo.example', expires_at: expect.any(String) });
    const checked = await calls.follow(await mailedLink('checker@demo.example'));
    expect(checked.needs_password).toBe(action === 'reset_password');
  });

  it('end the earlier link when the invitation is repeated', async () => {
    await invite('eva', 'eva@example.com');
    const first = await mailedLink('eva@example.com');
    mailServer.received.splice(0);
    expect((await calls.act(owner, 'eva', 'reinvite')).data).toMatchObject({ mailed_to: 'eva@example.com' });
    const second = await mailedLink('eva@example.com');
    const check = (link: string) =>
      calls.send('POST', '/enrolment/check', undefined, { token: link.split('#enrol=')[1] });
    expect([(await check(first)).status, (await check(second)).status]).toEqual([404, 200]);
  });

  it('go to the owner of a new sub-merchant', async () => {
    const branch = { name: 'Branch', username: 'branch', real_name: 'Bo' };
    const without = await calls.send('POST', '/submerchants/invite', owner, branch);
    expect(Object.keys(without.errors)).toEqual(['owner_email']);
    const made = await calls.send('POST', '/submerchants/invite', owner, { ...branch, owner_email: 'bo@example.com' });
    expect(made.data).toMatchObject({ mailed_to: 'bo@example.com' });
    await calls.follow(await mailedLink('bo@example.com'));
  });

  it('are in the language of whoever asks, until the user has signed in', async () => {
    const url = '/prod-api/users/invite';
    const role_ids = [await calls.roleId(owner, 'Viewer')];
    const payload = { username: 'ken', real_name: 'Ken', email: 'ken@example.com', role_ids };
    const headers = { 'accept-language': 'ja' };
    expect((await world.call({ method: 'POST', url, token: owner, headers, payload })).statusCode).toBe(200);
    const [mail] = await mailsTo('ken@example.com');
    expect(mail?.text).toMatch(/[ぁ-ん]/);
    expect(mail?.text).not.toMatch(/%\{|linkMail/);
  });

  it('are not sent once they have expired', async () => {
    await invite('zoe', 'zoe@example.com');
    world.clock.advance(25 * 3600);
    expect(await mailsTo('zoe@example.com')).toEqual([]);
    owner = (await world.signIn('demo')).login_token;
  });

  it('tell the owners by email of each user who may move money from then on', async () => {
    await invite('cfo', 'cfo@example.com', 'Owner');
    await calls.follow(await mailedLink('cfo@example.com'));
    const [mail] = await mailsTo('demo@demo.example');
    expect(mail?.text).toContain('cfo');
    expect(mail?.text).toContain(CONSOLE);
    expect(z.string().parse(mail?.headers.get('subject')?.[0])).not.toMatch(/%\{|powerMail/);
  });
});
