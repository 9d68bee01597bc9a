import { describe, expect, it } from 'vitest';
import type { ChannelConnections } from '#server/gateway/channels/ChannelConnections.ts';
import { httpBank } from '#server/gateway/channels/http-bank/httpBank.ts';
import { readConfig } from '#server/process/config.ts';
import { weakSettings } from '#server/process/weakSettings.ts';
import { TestClock } from '../support/testClock.ts';

const SAFE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://console:hunter2@db.example.com/console?sslmode=verify-full',
  DATA_KEY: '0123456789abcdef'.repeat(4),
  PUBLIC_URL: 'https://console.example.com',
  TRUST_PROXY: '1',
};
const NO_CHANNELS: ChannelConnections = new Map();

function weaknessOf(more: Record<string, string>, channels = NO_CHANNELS, debuggerUrl?: string): string[] {
  const environment = { ...SAFE, ...more };
  return weakSettings(readConfig(environment), { environment, channels, debuggerUrl });
}

describe('in production', () => {
  it('nothing is said of safe settings', () => {
    expect(weaknessOf({})).toEqual([]);
    expect(weaknessOf({ METRICS_PORT: '9464', HOST: '0.0.0.0', DATABASE_URL: 'postgres://h@127.0.0.1/db' })).toEqual(
      [],
    );
  });

  it.each([
    [{ DEMO: '1' }, [/^DEMO=1: /, /^SANDBOX_CHANNEL=allow: /]],
    [{ SANDBOX_CHANNEL: 'allow' }, [/^SANDBOX_CHANNEL=allow: /]],
    [{ PRIVATE_NOTIFY_URLS: '1', NOTIFY_URL_PORTS: '22' }, [/^PRIVATE_NOTIFY_URLS=1: /]],
    [{ NOTIFY_URL_PORTS: '80,443,8443' }, [/^NOTIFY_URL_PORTS=80,443,8443: /]],
    [{ PUBLIC_URL: 'http://console.example.com' }, [/^PUBLIC_URL is not an https address \(http:\/\/console/]],
    [{ PUBLIC_URL: '' }, [/^PUBLIC_URL is not an https address \(http:\/\/127\.0\.0\.1:4000\)/]],
    [{ TRUST_PROXY: '0' }, [/^TRUST_PROXY=0 /]],
    [{ DATABASE_URL: 'postgres://db.example.com/console' }, [/^DATABASE_URL without sslmode: /]],
    [{ DATABASE_URL: 'postgres://db.example.com/console?sslmode=disable' }, [/^DATABASE_URL without sslmode: /]],
    [{ DATABASE_URL: 'postgres://127.0.0.1,db2.example.com/console' }, [/^DATABASE_URL without sslmode: /]],
    [{ DATABASE_URL: 'postgres://db.example.com/console?sslmode=no-verify' }, [/^DATABASE_URL with an unverified/]],
    [{ DATABASE_READ_URL: 'postgres://db2.example.com/console' }, [/^DATABASE_READ_URL without sslmode: /]],
    [{ DATABASE_URL: '', ALLOW_EMBEDDED: '1' }, [/^the embedded database serves trials and one node: /]],
    [{ DATABASE_URL: '', DATA_KEY: '', ALLOW_EMBEDDED: '1' }, [/one node, and its data key is in the same folder/]],
    [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, [/^METRICS_HOST=0\.0\.0\.0: /]],
    [{ SESSION_IDLE_MINUTES: '61' }, [/^SESSION_IDLE_MINUTES=61: /]],
    [{ LOG_LEVEL: 'error' }, [/^LOG_LEVEL=error: /]],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [/^NODE_TLS_REJECT_UNAUTHORIZED=0: /]],
    [{ NODE_ENV: 'development', DEMO: '0' }, [/^NODE_ENV is not production: /]],
  ])('%j is said, without secrets', (environment, expected) => {
    const said = weaknessOf(environment);
    expect(said).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    expect(said.join()).not.toMatch(/hunter2|0123456789abcdef/);
  });

  it('a bank without TLS and an open debugger are said', () => {
    const settings = httpBank.settings.safeParse({
      url: 'http://bank.example.com',
      account: 'a',
      keyId: 'k',
      secret: 's'.repeat(32),
      allowHttp: true,
    });
    if (!settings.success) throw new Error('unreachable: the settings are valid');
    const deps = { code: 'b', clock: new TestClock(), callbackUrl: 'https://console.example.com/b' };
    const bank = { ...httpBank.connect(settings.data, deps), adapter: 'http-bank' };
    expect(weaknessOf({}, new Map([['wire', bank]]), 'ws://0.0.0.0:9229/5f1c')).toEqual([
      expect.stringMatching(/^Node's debugger is open at 0\.0\.0\.0:9229: /),
      expect.stringMatching(/^channel wire: allowHttp: /),
    ]);
  });

  it('the demo outside production is left alone', () => {
    expect(weakSettings(readConfig({}), { environment: {}, channels: NO_CHANNELS })).toEqual([]);
  });
});
