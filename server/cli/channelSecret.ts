import { text } from 'node:stream/consumers';
import { createCipher, loadDataKey } from '#server/crypto/dataKey.ts';
import { readConfig } from '#server/process/config.ts';
import { explain } from '#server/process/startProblem.ts';

const USAGE = 'Usage: npm run -s channel:secret < file-with-the-secret';

/** `npm run channel:secret`: encrypts a channel's secret with the server's data key, for the adapter file. */
async function channelSecret(): Promise<void> {
  // A secret typed at a terminal would stay on the screen.
  if (process.stdin.isTTY) throw new Error(USAGE);
  const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (secret === '') throw new Error(USAGE);
  const { dataKey, dataDir } = readConfig({ ...process.env, DEMO: '0' });
  const cipher = createCipher(await loadDataKey(dataKey, dataDir));
  process.stdout.write(`${JSON.stringify({ encrypted: cipher.encrypt(secret) })}\n`);
}

channelSecret().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error && error.message === USAGE ? USAGE : explain(error)}\n`);
  process.exit(1);
});
