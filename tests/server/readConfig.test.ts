import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/process/config.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const KEY = '0123456789abcdef'.repeat(4);

const problemsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the environment', () => {
  it('can be empty: the demo on the embedded database, on loopback', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      demo: true,
      sessionIdleMinutes: 15,
      keyGraceHours: 0,
    });
  });

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: null });
  });

  it.each([
    [{ PORT: '70000' }, /PORT: .*70000/],
    [{ PORT: 'http' }, /PORT/],
    [{ DEMO: 'yes' }, /DEMO/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL: must look like postgres:/],
    [{ DATABASE_URL: 'postgres://h/x', DATABASE_READ_URL: 'h2' }, /DATABASE_READ_URL: must look like postgres:/],
    [{ DATABASE_READ_URL: 'postgres://h/x' }, /DATABASE_URL: is required with DATABASE_READ_URL/],
    [{ DATA_KEY: 'short' }, /DATA_KEY: must be 64 hexadecimal digits \(32 bytes\): openssl rand -hex 32$/],
    [{ SESSION_IDLE_MINUTES: '0' }, /SESSION_IDLE_MINUTES/],
    [{ KEY_GRACE_HOURS: '169' }, /KEY_GRACE_HOURS/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ SANDBOX_CHANNEL: '1' }, /SANDBOX_CHANNEL: must be one of allow, refuse/],
    [{ PORT: '1e3' }, /PORT: must be a whole number/],
    [{ NODE_ENV: 'Production' }, /NODE_ENV: must be one of/],
    [{ HOST: '127.0.0.1:80' }, /HOST: must be an address/],
    [{ METRICS_PORT: '4000' }, /METRICS_PORT: must differ from PORT/],
    [{ SHUTDOWN_SECONDS: '0' }, /SHUTDOWN_SECONDS/],
    [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL: must look like smtps:/],
    [{ SMTP_URL: 'https://mail.example.com' }, /SMTP_URL: must look like/],
    [{ SMTP_URL: 'smtp://user@mail.example.com' }, /SMTP_URL: must look like/],
    [{ SMTP_URL: 'smtp://mail.example.com/?requireTLS=false' }, /SMTP_URL: must look like/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /MAIL_FROM: is required, because SMTP_URL/],
    [{ MAIL_FROM: 'console@example.com' }, /SMTP_URL: is required, because SMTP_URL/],
    [{ MAIL_FROM: 'Console' }, /MAIL_FROM: must be an address/],
    [{ MAIL_FROM: 'Console\r\nBcc: a@b.example <console@example.com>' }, /MAIL_FROM: must be an address/],
    [{ DATA_KEY_FILE: '/nowhere/key' }, /DATA_KEY_FILE: the file cannot be read/],
    [{ DATA_KEY_FILE: 'package.json', DATA_KEY: 'ab'.repeat(32) }, /DATA_KEY_FILE: DATA_KEY is also set/],
    [{ DATA_KEY: '0'.repeat(64) }, /DATA_KEY: must be random: openssl rand -hex 32$/],
    [{ DATA_KEY: 'aA'.repeat(32) }, /DATA_KEY: must be random/],
    [{ DATA_KEY_FILE: 'package.json' }, /DATA_KEY: must be 64 hexadecimal digits/],
  ])('rejects %j and names the variable', (environment, message) => {
    expect(problemsOf(environment)).toMatch(message);
  });

  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false, auth: null }],
    [
      'smtps://a%40b:p%3Aw%40@[::1]:2465',
      { host: '::1', port: 2465, isSecure: true, auth: { user: 'a@b', pass: 'p:w@' } },
    ],
  ])('can contain the mail server %s', (SMTP_URL, server) => {
    const from = { name: 'Pay, Ltd.', address: 'console@example.com' };
    expect(readConfig({ SMTP_URL, MAIL_FROM: '"Pay, Ltd." <console@example.com>' }).mail).toEqual({ server, from });
  });

  it("never shows the mail server's password", () => {
    expect(problemsOf({ SMTP_URL: 'smtp://user:p4ssw0rd@', MAIL_FROM: 'a@b.example' })).not.toContain('p4ssw0rd');
  });

  it("can contain a secret's file, read without its trailing line break", async () => {
    const folder = await temporaryFolder({ key: `${KEY}\n`, empty: '\n' });
    expect(readConfig({ DATA_KEY_FILE: path.join(folder, 'key') }).dataKey).toEqual(Buffer.from(KEY, 'hex'));
    expect(problemsOf({ DATA_KEY_FILE: path.join(folder, 'empty') })).toMatch(/DATA_KEY_FILE: the file .* is empty/);
  });

  it('reports all problems at once', () => {
    const message = problemsOf({ PORT: '-1', LOG_LEVEL: 'loud' });
    expect(message).toMatch(/PORT/);
    expect(message).toMatch(/LOG_LEVEL/);
  });

  it('reports problems of single variables together with missing ones', () => {
    const message = problemsOf({ NODE_ENV: 'production', PORT: '-1', SMTP_URL: 'smtp://mail.example.com' });
    expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  MAIL_FROM', '  DATABASE_URL', '  DATA_KEY']);
  });

  it('reports nothing that depends on an invalid variable', () => {
    expect(problemsOf({ DEMO: 'maybe', HOST: 'example.com', METRICS_PORT: '4000', PORT: 'x' })).toBe(
      'Invalid environment variables:\n  PORT: must be a whole number from 0 to 65535 (it is "x")\n  DEMO: must be 0 or 1 (it is "maybe")',
    );
    const production = { NODE_ENV: 'production', ALLOW_EMBEDDED: '1' };
    expect(problemsOf({ ...production, DATABASE_URL_FILE: '/nowhere' }).match(/^ {2}\w+/gm)).toEqual([
      '  DATABASE_URL_FILE',
    ]);
  });

  it.each(['0.0.0.0', '::'])('requires PUBLIC_URL on all interfaces (%s), to which no link can lead', (HOST) => {
    expect(problemsOf({ HOST, DEMO: '0' })).toMatch(/PUBLIC_URL: is required with HOST=/);
  });

  it('never shows a secret in a message', () => {
    const message = problemsOf({ DATA_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter3@h/db' });
    expect(message).not.toMatch(/hunter/);
  });

  it('restricts the demo, whose passwords are public, to loopback', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toMatch(/HOST: .*DEMO=1/);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '0', PUBLIC_URL: 'https://a.example' }).host).toBe('0.0.0.0');
  });

  it('creates demo data in production only if it says so', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://h/db', DATA_KEY: KEY };
    expect(readConfig(production).demo).toBe(false);
    expect(readConfig({ ...production, DEMO: '1' }).demo).toBe(true);
  });

  it('rejects the sandbox without the demo, unless it is explicitly allowed', () => {
    expect(readConfig({}).sandboxAllowed).toBe(true);
    expect(readConfig({ DEMO: '0' }).sandboxAllowed).toBe(false);
    expect(readConfig({ DEMO: '0', SANDBOX_CHANNEL: 'allow' }).sandboxAllowed).toBe(true);
    expect(readConfig({ DEMO: '1', SANDBOX_CHANNEL: 'refuse' }).sandboxAllowed).toBe(false);
  });

  it('requires PostgreSQL and a data key in production', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toMatch(/DATABASE_URL/);
    expect(problemsOf({ NODE_ENV: 'production', DATABASE_URL: 'postgres://h/db' })).toMatch(/DATA_KEY/);
    expect(readConfig({ NODE_ENV: 'production', ALLOW_EMBEDDED: '1' }).databaseUrl).toBeNull();
  });
});
