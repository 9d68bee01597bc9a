import { describe, expect, it } from 'vitest';
import { runChannelCommand } from './runChannelCommand.ts';

describe('the commands for channels', () => {
  it('connect other channels to the sandbox exactly if the server would', async () => {
    expect((await runChannelCommand('channelCheck', '')).out).toMatch(/^all others  sandbox  no money moves/);
    expect((await runChannelCommand('channelCheck', '', { DEMO: '0' })).out).toBe('all others  not connected\n');
  });

  it('encrypt nothing without a secret', async () => {
    expect(await runChannelCommand('channelSecret', '\n')).toMatchObject({
      code: 1,
      out: '',
      problem: expect.stringMatching(/^Usage/),
    });
  });
});
