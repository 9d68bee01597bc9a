import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { encryptedSchema } from '#server/gateway/channels/configured/readSettings.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const PROJECT = path.join(import.meta.dirname, '../../..');
const SECRET = 'correct horse battery staple, and more';

describe('the commands for channels', () => {
  async function run(program: string, input: string, more: Readonly<Record<string, string>> = {}) {
    const env = { PATH: process.env['PATH'], DATA_KEY: 'ab'.repeat(32), ...more };
    const child = spawn(process.execPath, ['--import', 'tsx', `server/cli/${program}.ts`], { cwd: PROJECT, env });
    child.stdin.end(input);
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out, errors };
  }

  it('encrypt a secret and check the file that it is put into', async () => {
    const file = path.join(await temporaryFolder({}), 'channels.json');
    const encrypted = await run('channelSecret', `${SECRET}\n`);
    expect(encrypted.out).not.toContain(SECRET);
    const secret = encryptedSchema.parse(JSON.parse(encrypted.out));
    const settings = { url: 'https://bank.example', account: 'A-1', keyId: 'K', secret };
    await writeFile(file, JSON.stringify({ bank_a: { module: 'http-bank', settings } }));
    expect(await run('channelCheck', '', { CHANNEL_ADAPTERS: file })).toEqual({
      ...{ code: 0, errors: '' },
      out: 'bank_a  http-bank  https://bank.example A-1  collects  pays out\nall others  not connected\n',
    });
    const { code, out, errors } = await run('channelCheck', '', { CHANNEL_ADAPTERS: file, DATA_KEY: 'cd'.repeat(32) });
    expect([code, out, errors]).toEqual([1, '', expect.stringMatching(/bank_a: settings\.secret: .*another data key/)]);
  });

  it('encrypt nothing without a secret', async () => {
    expect(await run('channelSecret', '\n')).toMatchObject({
      code: 1,
      out: '',
      errors: expect.stringMatching(/^Usage/),
    });
  });
});
