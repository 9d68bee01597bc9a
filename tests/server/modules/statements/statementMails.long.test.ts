import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { statementMailWorld, HOUR, SUBJECTS } from './statementMailWorld.ts';

describe.each(BOTH_DATABASES)('monthly statements by email (%s)', (kind) => {
  const mails = statementMailWorld(kind);
  const { db, exports, announce, jobs, step, received, counted, turnOn, changeMerchant } = mails;

  const change = (username: string, values: object) =>
    db().updateTable('users').set(values).where('username', '=', username).execute();

  it.each(LANGUAGES)('are in the language of the choice (%s)', async (language) => {
    await turnOn('demo', language);
    await announce();
    await step();
    const [mail] = received();
    expect(mail?.headers.get('subject')?.[0]).toContain(SUBJECTS[language]);
    expect(mail?.text).not.toMatch(/%\{|statementMail/);
  });

  it('have the same ID if a server is killed before it has removed the job', async () => {
    await announce();
    const [job] = await jobs();
    if (!job) throw new Error('no job');
    await step();
    const recorded = (await exports()).length;
    await db()
      .insertInto('mail_jobs')
      .values({ ...job, data: '{}', is_recorded: true })
      .execute();
    await step();
    const id = [`<${job.mail_id}@pay.example>`];
    expect(received().map(({ headers }) => headers.get('message-id'))).toEqual([id, id]);
    expect(await exports()).toHaveLength(recorded);
  });

  it.each([
    ['connect', 421],
    ['auth', 535],
    ['from', 550],
    ['to', 450],
  ] as const)('are given up after a day in which the mail server fails (%s)', async (at, status) => {
    mails.mailServer.refuse(at, status);
    await announce();
    for (let hour = 0; hour < 26; hour += 1) {
      await step();
      mails.world.clock.advance(HOUR);
    }
    expect(await jobs()).toEqual([]);
    mails.mailServer.accept();
    await step();
    expect(received()).toEqual([]);
  });

  it.each([
    ['who have turned them off', () => turnOn('demo', 'en', false), () => turnOn('demo', 'en')],
    ['without an address', () => change('demo', { email: null }), () => change('demo', { email: 'demo@demo.example' })],
    ['who are disabled', () => change('demo', { status: 'disabled' }), () => change('demo', { status: 'enabled' })],
    [
      'of a suspended merchant',
      () => changeMerchant({ suspended_at: mails.world.clock.now() }),
      () => changeMerchant({ suspended_at: null }),
    ],
  ] as [string, () => Promise<unknown>, () => Promise<unknown>][])(
    'are not sent to users %s since the announcement',
    async (_which, before, after) => {
      const cancelled = await counted('cancelled');
      await announce();
      expect(await jobs()).toHaveLength(1);
      await before();
      try {
        await step();
      } finally {
        await after();
      }
      expect(await jobs()).toEqual([]);
      expect(mails.mailServer.received).toEqual([]);
      expect(await counted('cancelled')).toBe(cancelled + 1);
    },
  );
});
