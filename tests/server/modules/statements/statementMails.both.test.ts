import { describe, expect, it } from 'vitest';
import { formatAmount } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { forgetUnsentMails } from '#server/modules/mails/service.ts';
import { createStatements } from '#server/modules/statements/service.ts';
import { createStatementMails } from '#server/modules/statements/createStatementMails.ts';
import { readPdfRows } from '#tests/support/readPdfRows.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { statementMailWorld, HOUR, SUBJECTS } from './statementMailWorld.ts';

const MONTH = { from: '2026-10-01', to: '2026-10-31' };

describe.each(EITHER_DATABASE)('monthly statements by email (%s)', (kind) => {
  const mails = statementMailWorld(kind);
  const { db, exports, announce, jobs, step, received, counted, turnOn, changeMerchant, lines, userOf } = mails;

  it('are sent once to each user who wants them, also by several servers', async () => {
    const recorded = (await exports()).length;
    await Promise.all([announce(), announce()]);
    await announce();
    const [job] = await jobs();
    await step();
    await step();
    expect(await jobs()).toEqual([]);
    expect(mails.mailServer.received).toMatchObject([{ from: 'console@pay.example', to: ['demo@demo.example'] }]);
    expect(mails.mailServer.signIns.at(-1)).toBe('console p@ss:word');
    const [mail] = received();
    const { name } = await db().selectFrom('merchants').where('merchant_id', '=', mails.merchantId).select('name').executeTakeFirstOrThrow(); // prettier-ignore
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
    const { whole } = (await createStatements(mails.world).read(mails.merchantId, MONTH)).statements[0] ?? {};
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

  it('have only a link if the file is too large, to the console if the menu lacks the page', async () => {
    const write = createStatementMails(
      {
        db: mails.world.db,
        clock: mails.world.clock,
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
    const { name } = await db().selectFrom('merchants').where('merchant_id', '=', mails.merchantId).select('name').executeTakeFirstOrThrow(); // prettier-ignore
    await changeMerchant({ name: 'Ink\r\nBcc: other@example.com\r\n\r\n<b>Paper</b>' });
    try {
      await announce();
      await step();
    } finally {
      await changeMerchant({ name });
    }
    const [mail] = received();
    expect(mails.mailServer.received[0]?.to).toEqual(['demo@demo.example']);
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(mail?.headers.get('subject')?.[0]).toMatch(/^Ink.*Bcc: other@example\.com.*October 2026$/);
    expect(mail?.attachments).toHaveLength(1);
  });

  it('are sent later if the mail server fails, and once', async () => {
    const recorded = (await exports()).length;
    mails.mailServer.refuse('data', 451);
    await announce();
    const [job] = await jobs();
    await step();
    mails.world.clock.advance(59);
    await step();
    expect(await jobs()).toMatchObject([{ mail_id: job?.mail_id, polls: 1 }]);
    mails.mailServer.accept();
    mails.world.clock.advance(1);
    await step();
    mails.world.clock.advance(24 * HOUR);
    await step();
    expect(received().map(({ headers }) => headers.get('message-id'))).toEqual([[`<${job?.mail_id}@pay.example>`]]);
    expect(await exports()).toHaveLength(recorded + 1);
  });

  it.each([
    ['to', 550],
    ['data', 554],
  ] as const)('are given up at once if the mail server refuses them for good (%s)', async (at, status) => {
    const failed = await counted('failed');
    lines.length = 0;
    mails.mailServer.refuse(at, status);
    await announce();
    await step();
    expect(await jobs()).toEqual([]);
    expect(await counted('failed')).toBe(failed + 1);
    const said = lines.join('');
    expect(said).toContain(`"reason":"${at === 'to' ? 'RCPT TO' : 'DATA'} ${status}"`);
    expect(said).not.toMatch(/demo\.example|p@ss/);
  });

  it('are not sent to users who have lost the permission', async () => {
    await turnOn('checker', 'en');
    const { id } = await userOf('checker');
    const held = await db().selectFrom('user_roles').where('user_id', '=', id).selectAll().execute();
    await announce();
    await db().deleteFrom('user_roles').where('user_id', '=', id).execute();
    await step();
    await step();
    await db().insertInto('user_roles').values(held).execute();
    expect(mails.mailServer.received.map(({ to }) => to)).toEqual([['demo@demo.example']]);
  });

  it('are no longer sent after three days without a mail server', async () => {
    await announce();
    mails.world.clock.advance(72 * HOUR);
    await forgetUnsentMails(mails.world.db, mails.world.clock.now());
    expect(await jobs()).toHaveLength(1);
    mails.world.clock.advance(1);
    await forgetUnsentMails(mails.world.db, mails.world.clock.now());
    expect(await jobs()).toEqual([]);
  });

  it('are not queued by a server without a mail server', async () => {
    await announce(false);
    expect(await jobs()).toEqual([]);
  });
});
