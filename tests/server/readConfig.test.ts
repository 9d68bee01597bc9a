import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

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
  it('needs nothing: the demo on the embedded database, on loopback', () => {
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

  it('counts an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: null });
  });

  it.each([
    [{ PORT: '70000' }, /PORT: .*70000/],
    [{ PORT: 'http' }, /PORT/],
    [{ DEMO: 'yes' }, /DEMO/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL: must look like postgres:/],
    [{ DATA_KEY: 'short' }, /DATA_KEY: must be 64 hexadecimal digits/],
    [{ SESSION_IDLE_MINUTES: '0' }, /SESSION_IDLE_MINUTES/],
    [{ KEY_GRACE_HOURS: '169' }, /KEY_GRACE_HOURS/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ])('refuses %j and says which variable is wrong', (environment, message) => {
    expect(problemsOf(environment)).toMatch(message);
  });

  it('names every problem at once', () => {
    const message = problemsOf({ PORT: '-1', LOG_LEVEL: 'loud' });
    expect(message).toMatch(/PORT/);
    expect(message).toMatch(/LOG_LEVEL/);
  });

  it('never shows a secret in a message', () => {
    const message = problemsOf({ DATA_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter3@h/db' });
    expect(message).not.toMatch(/hunter/);
  });

  it('keeps the demo, whose passwords are public, on loopback', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toMatch(/HOST: .*DEMO=1/);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '0' }).host).toBe('0.0.0.0');
  });

  it('never makes demo data in production unless told to', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://h/db', DATA_KEY: 'a'.repeat(64) };
    expect(readConfig(production).demo).toBe(false);
    expect(readConfig({ ...production, DEMO: '1' }).demo).toBe(true);
  });

  it('wants PostgreSQL and a data key in production', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toMatch(/DATABASE_URL/);
    expect(problemsOf({ NODE_ENV: 'production', DATABASE_URL: 'postgres://h/db' })).toMatch(/DATA_KEY/);
    expect(readConfig({ NODE_ENV: 'production', ALLOW_EMBEDDED: '1' }).databaseUrl).toBeNull();
  });
});
