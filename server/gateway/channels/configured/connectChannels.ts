import path from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { CALLBACK_PATH } from '#server/http/limits.ts';
import { ANY_CODE, type ChannelConnections, type NamedConnection } from '../ChannelConnections.ts';
import { SANDBOX } from '../sandbox/sandboxConnection.ts';
import { loadModule } from './loadModule.ts';
import { ChannelAdaptersError, problemOf, readAdapterFile, type AdapterEntry } from './readAdapterFile.ts';
import { readSettings } from './readSettings.ts';

export interface ChannelsMeans {
  /** The file of adapters; null: there is none. */
  file: string | null;
  cipher: Pick<Cipher, 'decrypt'>;
  clock: Clock;
  /** Where banks reach this server, without a slash at the end. */
  publicUrl: string;
  /** Where channels without an adapter lead, or null: nowhere. */
  sandbox: NamedConnection | null;
}

/**
 * Connects each channel that the file names, and all others to the sandbox if there is one. Calls no bank.
 * @throws {ChannelAdaptersError} if anything in the file is wrong; then it names all of it
 */
export async function connectChannels({ file, sandbox, ...means }: ChannelsMeans): Promise<ChannelConnections> {
  const connections = new Map<string, NamedConnection>();
  if (sandbox) connections.set(ANY_CODE, sandbox);
  if (file === null) return connections;
  const adapters = Object.entries(await readAdapterFile(file));
  const tried = await Promise.all(
    adapters.map(async ([code, entry]) => [code, await connected(code, entry, { ...means, file, sandbox })] as const),
  );
  const problems = tried.flatMap(([, { problems: own = [] }]) => own);
  if (problems.length > 0) throw new ChannelAdaptersError(file, problems);
  for (const [code, { connection }] of tried) if (connection) connections.set(code, connection);
  return connections;
}

interface Tried {
  connection?: NamedConnection;
  problems?: readonly string[];
}

async function connected(
  code: string,
  entry: AdapterEntry,
  { file, sandbox, cipher, clock, publicUrl }: ChannelsMeans & { file: string },
): Promise<Tried> {
  const { module: adapter } = entry;
  const refused = (message: string) => ({ problems: [problemOf({ path: [code, 'module'], message })] });
  if (adapter === SANDBOX)
    return sandbox ? { connection: sandbox } : refused('the sandbox is refused: see SANDBOX_CHANNEL');
  try {
    const module = await loadModule(adapter, path.dirname(file));
    const read = readSettings(code, entry, module, cipher);
    if ('problems' in read) return read;
    const callbackUrl = `${publicUrl}${CALLBACK_PATH}/${code}`;
    return { connection: { ...module.connect(read.settings, { code, clock, callbackUrl }), adapter } };
  } catch (error) {
    return refused(`${adapter} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
