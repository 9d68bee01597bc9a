import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encryptedSchema } from '#server/gateway/channels/connectChannels.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { runChannelCommand } from './runChannelCommand.ts';

const SECRET = 'correct horse battery staple, and more';

describe('the commands for channels', () => {
  it('encrypt a secret and check the file that contains it', async () => {
    const file = path.join(await temporaryFolder({}), 'channels.json');
    const encrypted = await runChannelCommand('channelSecret', `${SECRET}\n`);
    expect(encrypted.out).not.toContain(SECRET);
    const secret = encryptedSchema.parse(JSON.parse(encrypted.out));
    const settings = { url: 'https://bank.example', account: 'A-1', keyId: 'K', secret };
    await writeFile(file, JSON.stringify({ bank_a: { module: 'http-bank', settings } }));
    expect(await runChannelCommand('channelCheck', '', { CHANNEL_ADAPTERS: file, DEMO: '0' })).toEqual({
      code: 0,
      problem: '',
      out: 'bank_a  http-bank  https://bank.example A-1  collects  pays out\nall others  not connected\n',
    });
    const { code, out, problem } = await runChannelCommand('channelCheck', '', {
      CHANNEL_ADAPTERS: file,
      DATA_KEY: 'cd34'.repeat(16),
    });
    expect([code, out, problem]).toEqual([
      1,
      '',
      expect.stringMatching(/bank_a: settings\.secret: .*another data key/),
    ]);
  });

  it.each(['channelSecret', 'channelCheck'])(
    '%s refuses to run without a data key, and makes none',
    async (program) => {
      const folder = await temporaryFolder({});
      const { code, out, problem } = await runChannelCommand(program, `${SECRET}\n`, {
        DATA_KEY: '',
        DATA_DIR: folder,
      });
      expect([code, out, problem]).toEqual([1, '', expect.stringMatching(/^There is no data key: .*\n$/)]);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});
