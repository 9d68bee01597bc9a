import { afterEach, describe, expect, it } from 'vitest';
import {
  connectionOf,
  createMailer,
  type Mail,
  MailDelayedError,
  MailRefusedError,
} from '#server/network/createMailer.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { readMail } from '#tests/support/readMail.ts';

const MAIL: Mail = {
  id: '0199eb2c-b600-7724-848e-6172d8cd82b6',
  to: 'ana@shop.example',
  subject: '海星: estado de cuenta',
  text: 'Véalo en línea.\n',
  attachment: { name: 'Kontoauszug–9月.pdf', type: 'application/pdf', content: Buffer.from('%PDF') },
};

describe('the mailer', () => {
  let mailServer: MailServer;
  afterEach(() => mailServer.close());

  const mailer = (change: Partial<MailServer['server']> = {}) =>
    createMailer({ server: { ...mailServer.server, ...change }, from: { name: 'Büro', address: 'a@pay.example' } });

  it('sends texts and file names of any script', async () => {
    mailServer = await startMailServer();
    await mailer()(MAIL);
    const { headers, text, attachments } = readMail(mailServer.received[0]?.raw ?? '');
    expect(headers.get('from')).toEqual(['Büro <a@pay.example>']);
    expect(headers.get('subject')).toEqual([MAIL.subject]);
    expect(headers.get('message-id')).toEqual([`<${MAIL.id}@pay.example>`]);
    expect(text).toContain(MAIL.text);
    expect(attachments).toMatchObject([{ type: 'application/pdf', content: Buffer.from('%PDF') }]);
  });

  it('reads an address as one recipient', async () => {
    mailServer = await startMailServer();
    await mailer()({ ...MAIL, to: 'a@shop.example,b@shop.example' }).catch(() => {});
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain('b@shop.example');
  });

  it.each([
    ['connect', 554, MailDelayedError],
    ['auth', 535, MailDelayedError],
    ['from', 553, MailDelayedError],
    ['to', 450, MailDelayedError],
    ['to', 503, MailDelayedError],
    ['data', 452, MailDelayedError],
    ['to', 550, MailRefusedError],
    ['data', 552, MailRefusedError],
  ] as const)('reports a refused step: %s with %i', async (step, status, error) => {
    mailServer = await startMailServer();
    mailServer.refuse(step, status);
    const failure: unknown = await mailer()(MAIL).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(error);
    expect(String(failure)).not.toMatch(/shop\.example|p@ss/);
  });

  it('gives up a message that is larger than the mail server accepts', async () => {
    mailServer = await startMailServer({ size: 100, rejectOversized: true });
    await expect(mailer()(MAIL)).rejects.toThrow(MailRefusedError);
  });

  it('waits for a mail server that is down', async () => {
    mailServer = await startMailServer();
    await mailServer.close();
    await expect(mailer()(MAIL)).rejects.toThrow(MailDelayedError);
  });

  it('sends neither message nor password to a mail server whose certificate is not trusted', async () => {
    mailServer = await startMailServer({ secure: true });
    await expect(mailer({ isSecure: true })(MAIL)).rejects.toThrow(MailDelayedError);
    expect([mailServer.received, mailServer.signIns]).toEqual([[], []]);
  });

  it('needs TLS, except on this machine', async () => {
    mailServer = await startMailServer();
    expect(connectionOf({ ...mailServer.server, host: 'mail.example.com' })).toMatchObject({ requireTLS: true });
    expect(connectionOf(mailServer.server)).toMatchObject({ requireTLS: false });
  });
});
