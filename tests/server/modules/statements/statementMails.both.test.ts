import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@merchant-console/declaration/languages';
import { formatAmount } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { announceStatements } from '#server/modules/statements/announceStatements.ts';
import { forgetUnsentMails } from '#server/modules/mails/service.ts';
import { createStatements } from '#server/modules/statements/service.ts';
import { createStatementMails } from '#server/modules/statements/createStatementMails.ts';
import { createMetrics, type Metrics } from '#server/process/createMetrics.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { readMail } from '#tests/support/readMail.ts';
import { readPdfRows } from '#tests/support/readPdfRows.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
const HOUR = 3600;
const MONTH = { from: '2026-10-01', to: '2026-10-31' };
const SUBJECTS: Record<Language, string> = {
  en: 'account statement for October 2026',
  zh: '2026年10月对账单',
  es: 'estado de cuenta de octubre de 2026',
  ja: '2026年10月の取引明細書',
};

describe.each(EITHER_DATABASE)('monthly statements by email (%s)', (kind) => {
  let mailServer: MailServer;
  let world: World;
  let metrics: Metrics;
  let workers: Processor[];
  let merchantId: string;
  const lines: string[] = [];
  beforeAll(async () => {
    mailServer = await startMailServer();
    metrics = createMetrics();
    world = await startWorld(kind, {
      orders: 20,
      app: {
        mail: { server: mailServer.server, from: { name: 'Console', address: 'console@pay.example' } },
        publicUrl: 'https://console.example',
        metrics,
        logLevel: 'info',
        logTo: { write: (line) => void lines.push(line) },
      },
    });
    // Those of two servers.
    workers = [...world.app.workers(), ...world.app.workers()].filter(isMailer);
    merchantId = (await userOf('demo')).merchant_id;
  });
  afterAll(async () => {
    await world.close();
    await mailServer.close();
  });
  beforeEach(async () => {
    await db().updateTable('users').set({ statement_mail_language: null }).execute();
    await turnOn('demo', 'en');
  });
  afterEach(async () => {
    mailServer.accept();
    mailServer.received.length = 0;
    await db().deleteFrom('statement_announcements').execute();
    await db().deleteFrom('mail_jobs').execute();
  });

  const db = () => world.db.kysely;
  const userOf = (username: string) =>
    db().selectFrom('users').where('username', '=', username).selectAll().executeTakeFirstOrThrow();
  const change = (username: string, values: object) =>
    db().updateTable('users').set(values).where('username', '=', username).execute();
  const changeMerchant = (values: object) =>
    db().updateTable('merchants').set(values).where('merchant_id', '=', merchantId).execute();
  const announce = (byMail = true) => announceStatements(world.db, world.clock.now(), { byMail });
  const jobs = () => db().selectFrom('mail_jobs').selectAll().execute();
  const step = () => Promise.all(workers.map((worker) => worker.step()));
  const received = () => mailServer.received.map(({ raw }) => readMail(raw));
  async function turnOn(username: string, language: string, isOn = true) {
    const { login_token: token } = await world.signIn(username);
    const headers = { 'accept-language': language };
    const request = { method: 'PUT', url: '/prod-api/own-account/statement-mail', payload: { is_on: isOn } } as const;
    return world.call({ ...request, token, headers });
  }
  const exports = async () => {
    const logged = db().selectFrom('audit_logs').where('action', '=', 'statements.export');
    return logged.selectAll().orderBy('seq').execute();
  };
  const counted = async (result: string) =>
    Number(new RegExp(`mails_total\\{result="${result}"\\} (\\d+)`).exec(await metrics.text())?.[1] ?? 0);

  it('are sent once to each user who wants them, also by several servers', async () => {
    const recorded = (await exports()).length;
    await Promise.all([announce(), announce()]);
    await announce();
    const [job] = await jobs();
    await step();
    await step();
    expect(await jobs()).toEqual([]);
    expect(mailServer.received).toMatchObject([{ from: 'console@pay.example', to: ['demo@demo.example'] }]);
    expect(mailServer.signIns.at(-1)).toBe('console p@ss:word');
    const [mail] = received();
    const { name } = await db().selectFrom('merchants').where('merchant_id', '=', merchantId).select('name').executeTakeFirstOrThrow(); // prettier-ignore
    const headers = Object.fromEntries(mail?.headers ?? []);
    expect(headers).toMatchObject({
      from: ['Console <console@pay.example>'],
      to: ['demo@demo.example'],
      subject: [`${name}: ${SUBJECTS.en}`],
      'message-id': [`<${job?.mail_id}@pay.example>`],
      'auto-submitted': ['auto-generated'],
    });
    expect(mail?.text).toContain(`${name} for October 2026 is attached`);
    expect(mail?.text).toContain(`https://console.example/statement?from=${MONTH.from}&to=${MONTH.to}\n`);
    expect(mail?.text).toContain('https://console.example/account');
    const { whole } = (await createStatements(world).read(merchantId, MONTH)).statements[0] ?? {};
    const { opening, activity, closing } = whole ?? {};
    const amounts = [opening?.total, activity?.net, activity?.gross, activity?.fee, closing?.total];
    const shown = amounts.map((one) => formatAmount(one ?? '', 2));
    expect(mail?.text.match(/^CNY: .*$/m)?.[0].match(/-?[\d,]+\.\d\d/g)).toEqual(shown);
    const [file] = mail?.attachments ?? [];
    expect(file).toMatchObject({ type: 'application/pdf', name: expect.stringMatching(/2026-10-01_2026-10-31\.pdf$/) });
    const rows = readPdfRows(file?.content ?? Buffer.alloc(0)).flat();
    expect(rows.flat()).toContain(`${MONTH.from} – ${MONTH.to}`);
    expect(rows.map((row) => row[0])).toContain('Opening balance');
    const added = (await exports()).slice(recorded);
    expect(added).toMatchObject([
      { actor_id: null, after: { format: 'pdf', ...MONTH, currency: '', username: 'demo' } },
    ]);
    expect(await counted('sent')).toBeGreaterThan(0);
  });

  it.each(LANGUAGES)('are in the language of the choice (%s)', async (language) => {
    await turnOn('demo', language);
    await announce();
    await step();
    const [mail] = received();
    expect(mail?.headers.get('subject')?.[0]).toContain(SUBJECTS[language]);
    expect(mail?.text).not.toMatch(/%\{|statementMail/);
  });

  it('have only a link if the file is too large, to the console if the menu lacks the page', async () => {
    const write = createStatementMails(
      {
        db: world.db,
        clock: world.clock,
        translators: translatorsOf(await loadMessages('i18n')),
        menus: { outline: async () => ({ entries: [], pages: [] }) },
        publicUrl: 'https://console.example',
      },
      5000,
    );
    await announce();
    const [job] = await jobs();
    if (!job) throw new Error('no job');
    const { attachment, text } = await write(
      { ...job, month: MONTH.from },
      { address: 'demo@demo.example', language: 'en' },
    );
    expect(attachment).toBeNull();
    expect(text).toMatch(
      / is ready\. It is too large to attach\.\n\nCNY: .*\n\nView it online: https:\/\/console\.example\n/,
    );
  });

  it('have no headers from names of merchants', async () => {
    const { name } = await db().selectFrom('merchants').where('merchant_id', '=', merchantId).select('name').executeTakeFirstOrThrow(); // prettier-ignore
    await changeMerchant({ name: 'Ink\r\nBcc: other@example.com\r\n\r\n<b>Paper</b>' });
    try {
      await announce();
      await step();
    } finally {
      await changeMerchant({ name });
    }
    const [mail] = received();
    expect(mailServer.received[0]?.to).toEqual(['demo@demo.example']);
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(mail?.headers.get('subject')?.[0]).toMatch(/^Ink.*Bcc: other@example\.com.*October 2026$/);
    expect(mail?.attachments).toHaveLength(1);
  });

  it('are sent later if the mail server fails, and once', async () => {
    const recorded = (await exports()).length;
    mailServer.refuse('data', 451);
    await announce();
    const [job] = await jobs();
    await step();
    world.clock.advance(59);
    await step();
    expect(await jobs()).toMatchObject([{ mail_id: job?.mail_id, polls: 1 }]);
    mailServer.accept();
    world.clock.advance(1);
    await step();
    world.clock.advance(24 * HOUR);
    await step();
    expect(received().map(({ headers }) => headers.get('message-id'))).toEqual([[`<${job?.mail_id}@pay.example>`]]);
    expect(await exports()).toHaveLength(recorded + 1);
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
    mailServer.refuse(at, status);
    await announce();
    for (let hour = 0; hour < 26; hour += 1) {
      await step();
      world.clock.advance(HOUR);
    }
    expect(await jobs()).toEqual([]);
    mailServer.accept();
    await step();
    expect(received()).toEqual([]);
  });

  it.each([
    ['to', 550],
    ['data', 554],
  ] as const)('are given up at once if the mail server refuses them for good (%s)', async (at, status) => {
    const failed = await counted('failed');
    lines.length = 0;
    mailServer.refuse(at, status);
    await announce();
    await step();
    expect(await jobs()).toEqual([]);
    expect(await counted('failed')).toBe(failed + 1);
    const said = lines.join('');
    expect(said).toContain(`"reason":"${at === 'to' ? 'RCPT TO' : 'DATA'} ${status}"`);
    expect(said).not.toMatch(/demo\.example|p@ss/);
  });

  it.each([
    ['who have turned them off', () => turnOn('demo', 'en', false), () => turnOn('demo', 'en')],
    ['without an address', () => change('demo', { email: null }), () => change('demo', { email: 'demo@demo.example' })],
    ['who are disabled', () => change('demo', { status: 'disabled' }), () => change('demo', { status: 'enabled' })],
    [
      'of a suspended merchant',
      () => changeMerchant({ suspended_at: world.clock.now() }),
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
      expect(mailServer.received).toEqual([]);
      expect(await counted('cancelled')).toBe(cancelled + 1);
    },
  );

  it('are not sent to users who have lost the permission', async () => {
    await turnOn('checker', 'en');
    const { id } = await userOf('checker');
    const held = await db().selectFrom('user_roles').where('user_id', '=', id).selectAll().execute();
    await announce();
    await db().deleteFrom('user_roles').where('user_id', '=', id).execute();
    await step();
    await step();
    await db().insertInto('user_roles').values(held).execute();
    expect(mailServer.received.map(({ to }) => to)).toEqual([['demo@demo.example']]);
  });

  it('are no longer sent after three days without a mail server', async () => {
    await announce();
    world.clock.advance(72 * HOUR);
    await forgetUnsentMails(world.db, world.clock.now());
    expect(await jobs()).toHaveLength(1);
    world.clock.advance(1);
    await forgetUnsentMails(world.db, world.clock.now());
    expect(await jobs()).toEqual([]);
  });

  it('are not queued by a server without a mail server', async () => {
    await announce(false);
    expect(await jobs()).toEqual([]);
  });
});
const isMailer = (worker: { subject: string }): worker is Processor => worker.subject === 'mail' && 'step' in worker;
