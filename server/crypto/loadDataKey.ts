import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'data.key';

/**
 * The key that secrets are encrypted with: the one given, else the one kept beside the embedded database, made at
 * the first start. Whoever backs up the folder must keep this file with it.
 */
export async function loadDataKey(given: Buffer | null, dataDir: string): Promise<Buffer> {
  if (given) return given;
  const file = path.join(dataDir, FILE);
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(32);
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
