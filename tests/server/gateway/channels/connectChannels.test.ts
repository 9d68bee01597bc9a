import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { ChannelAdaptersError, connectChannels } from '#server/gateway/channels/connectChannels.ts';
import { SANDBOX } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const cipher = createCipher(randomBytes(32));
const SECRET = 'hunter2 '.repeat(5);
const GOOD = { url: 'https://bank.example', account: 'A-1', keyId: 'K', secret: { encrypted: cipher.encrypt(SECRET) } };
const sandbox = { adapter: SANDBOX, books: SANDBOX };

/** An adapter module beside the file, as an operator would write one. */
const OWN_MODULE = `export default {
  settings: { safeParse: (value) => ({ success: true, data: value }) },
  secrets: [],
  connect: (settings, { code, callbackUrl }) => ({ books: [settings.bank, code, callbackUrl].join(' ') }),
};`;

describe('the file of channel adapters', () => {
  async function connected(content: object | string, more: { allowed?: boolean } = {}) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const folder = await temporaryFolder({
      'channels.json': text,
      'own.mjs': OWN_MODULE,
      'none.mjs': 'export default 1;',
    });
    return connectChannels({
      file: path.join(folder, 'channels.json'),
      cipher,
      clock: systemClock,
      publicUrl: 'https://console.example',
      sandbox: more.allowed ? sandbox : null,
    });
  }
  async function problemsOf(content: object | string): Promise<string[]> {
    try {
      await connected(content);
    } catch (error) {
      if (!(error instanceof ChannelAdaptersError)) throw error;
      expect(error.message).not.toContain('hunter');
      return [...error.problems];
    }
    return [];
  }
  const http = (settings: object) => ({ bank_a: { module: 'http-bank', settings } });

  it('connects each channel to its adapter, and no other channel', async () => {
    const channels = await connected({ ...http(GOOD), bank_b: { module: './own.mjs', settings: { bank: 'B' } } });
    expect([...channels.keys()]).toEqual(['bank_a', 'bank_b']);
    expect(channels.get('bank_a')).toMatchObject({ adapter: 'http-bank', books: 'https://bank.example A-1' });
    expect(channels.get('bank_b')).toEqual({
      adapter: './own.mjs',
      books: 'B bank_b https://console.example/gateway/callbacks/bank_b',
    });
  });

  it('connects all others to the sandbox if that is allowed', async () => {
    const channels = await connected({ bank_a: { module: 'sandbox' } }, { allowed: true });
    expect([...channels]).toEqual([['*', sandbox], ['bank_a', sandbox]]); // prettier-ignore
  });

  it.each([
    ['no JSON', '{ "hunter2"', ['the file is not JSON']],
    ['no code', { 'Bank A': { module: 'http-bank' } }, [expect.stringMatching(/^Bank A: .*code of a channel/)]],
    ['no module', { bank_a: {} }, [expect.stringMatching(/^bank_a: module: /)]],
    ['another key', { bank_a: { module: 'http-bank', setings: {} } }, [expect.stringMatching(/^bank_a: .*setings/)]],
    ['a missing module', { bank_a: { module: './gone.mjs' } }, [expect.stringMatching(/^bank_a: module: \.\/gone/)]],
    [
      'a module of another kind',
      { bank_a: { module: './none.mjs' } },
      [expect.stringMatching(/^bank_a: module: .*defineChannel/)],
    ],
    ['the sandbox', { bank_a: { module: 'sandbox' } }, [expect.stringMatching(/^bank_a: module: .*SANDBOX_CHANNEL/)]],
    [
      'an unencrypted secret',
      http({ ...GOOD, secret: SECRET }),
      [expect.stringMatching(/^bank_a: settings\.secret: is a secret/)],
    ],
    [
      'a secret encrypted with another key',
      http({ ...GOOD, secret: { encrypted: createCipher(randomBytes(32)).encrypt(SECRET) } }),
      [expect.stringMatching(/^bank_a: settings\.secret: .*another data key/)],
    ],
    [
      'no https',
      http({ ...GOOD, url: 'http://bank.example' }),
      [expect.stringMatching(/^bank_a: settings\.url: .*https/)],
    ],
    [
      'a short secret',
      http({ ...GOOD, secret: { encrypted: cipher.encrypt('hunter2') } }),
      [expect.stringMatching(/^bank_a: settings\.secret: .*32/)],
    ],
    [
      'all problems of all channels',
      { ...http({}), bank_b: { module: './gone.mjs' } },
      [
        ...['url', 'account', 'keyId', 'secret'].map((key) => expect.stringMatching(`^bank_a: settings.${key}: `)),
        expect.stringMatching(/^bank_b: /),
      ],
    ],
  ])('reports %s by channel and key, and never prints a secret', async (_what, content, problems) => {
    expect(await problemsOf(content)).toEqual(problems);
  });

  it('reports a missing file', async () => {
    const asked = connectChannels({
      file: '/nowhere/channels.json',
      cipher,
      clock: systemClock,
      publicUrl: '',
      sandbox: null,
    });
    await expect(asked).rejects.toThrow(/nowhere\/channels\.json[^]*cannot be read/);
  });
});
