import { text } from 'node:stream/consumers';
import { createCipher, loadDataKey } from '#server/crypto/dataKey.ts';
import { readConfig } from '#server/process/config.ts';
import { UsageError } from '@merchant-console/declaration/node';
import { runCommand } from './commandLine.ts';

const USAGE = 'Usage: npm run -s channel:secret < file-with-the-secret';

/** `npm run channel:secret`: encrypts a channel's secret with the server's data key, for the adapter file. */
async function channelSecret(): Promise<void> {
  // A secret typed at a terminal would stay on the screen.
  if (process.stdin.isTTY) throw new UsageError(USAGE);
  const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (secret === '') throw new UsageError(USAGE);
  const cipher = createCipher(await loadDataKey(readConfig({ ...process.env, DEMO: '0' })));
  process.stdout.write(`${JSON.stringify({ encrypted: cipher.encrypt(secret) })}\n`);
}

runCommand(channelSecret);
