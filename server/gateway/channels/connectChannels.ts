import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { type Cipher, WrongDataKeyError } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { CALLBACK_PATH } from '#server/http/limits.ts';
import { ANY_CODE, type ChannelConnections, type NamedConnection } from './ChannelConnections.ts';
import type { ChannelModule } from './ChannelModule.ts';
import { httpBank } from './http-bank/httpBank.ts';
import { SANDBOX } from './sandbox/sandboxConnection.ts';

/** A secret in the file, as printed by `npm run channel:secret`. */
export const encryptedSchema = z.strictObject({ encrypted: z.string() });

type Read<Settings> = { settings: Settings } | { problems: readonly string[] };

/** Built-in modules, named without a path. */
const BUILT_IN: Readonly<Record<string, ChannelModule>> = { 'http-bank': httpBank };

interface ChannelsDeps {
  /** Path of the adapter file, or null if there is none. */
  file: string | null;
  /** Null if the data key isn't known: encrypted settings aren't checked then, and their channels not connected. */
  cipher: Pick<Cipher, 'decrypt'> | null;
  clock: Clock;
  /** Base URL for banks' callbacks, without a trailing slash. */
  publicUrl: string;
  /** Connection for channels without an adapter, or null to leave them closed. */
  sandbox: NamedConnection | null;
}

/**
 * Connects each channel in the file, and all others to the sandbox if there is one. Calls no bank.
 * @throws {ChannelAdaptersError} if the file has errors; names all of them
 */
export async function connectChannels({ file, sandbox, ...deps }: ChannelsDeps): Promise<ChannelConnections> {
  const connections = new Map<string, NamedConnection>();
  if (sandbox) connections.set(ANY_CODE, sandbox);
  if (file === null) return connections;
  const adapters = Object.entries(await readAdapterFile(file));
  const tried = await Promise.all(
    adapters.map(async ([code, entry]) => [code, await connected(code, entry, { ...deps, file, sandbox })] as const),
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
  { file, sandbox, cipher, clock, publicUrl }: ChannelsDeps & { file: string },
): Promise<Tried> {
  const { module: adapter } = entry;
  const refused = (message: string) => ({ problems: [problemOf({ path: [code, 'module'], message })] });
  if (adapter === SANDBOX)
    return sandbox ? { connection: sandbox } : refused('the sandbox is not allowed: see SANDBOX_CHANNEL');
  try {
    const module = await loadModule(adapter, path.dirname(file));
    const read = readSettings(code, entry, module, cipher);
    if (read === null || 'problems' in read) return read ?? {};
    const callbackUrl = `${publicUrl}${CALLBACK_PATH}/${code}`;
    return { connection: { ...module.connect(read.settings, { code, clock, callbackUrl }), adapter } };
  } catch (error) {
    return refused(`${adapter} cannot be used: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Loads an adapter's module: a built-in one, a file, or a package.
 * @param folder base of relative file paths
 * @throws {Error} if it can't be loaded, or its default export isn't a module
 */
async function loadModule(name: string, folder: string): Promise<ChannelModule> {
  const builtIn = BUILT_IN[name];
  if (builtIn) return builtIn;
  const isFile = name.startsWith('.') || path.isAbsolute(name);
  const specifier = isFile ? pathToFileURL(path.resolve(folder, name)).href : name;
  const loaded: unknown = await import(/* @vite-ignore */ specifier);
  const exported = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : null;
  if (!isModule(exported)) throw new Error('its default export is not a channel module: see defineChannel');
  return exported;
}

function isModule(value: unknown): value is ChannelModule {
  if (typeof value !== 'object' || value === null) return false;
  const { settings, secrets, connect } = { settings: null, secrets: null, connect: null, ...value };
  const checks = typeof settings === 'object' && settings !== null && 'safeParse' in settings;
  return checks && Array.isArray(secrets) && typeof connect === 'function';
}

/**
 * Decrypts a channel's secrets and validates its settings. Errors name the channel and the key, never a value.
 * @returns null if secrets can't be decrypted without the data key, and nothing else is wrong
 */
function readSettings<Settings>(
  code: string,
  { settings: given }: AdapterEntry,
  module: ChannelModule<Settings>,
  cipher: Pick<Cipher, 'decrypt'> | null,
): Read<Settings> | null {
  const problems: string[] = [];
  const unread = new Set<string>();
  const refuse = (key: string, message: string) => problems.push(problemOf({ path: [code, 'settings', key], message }));
  const opened = Object.entries(given).map(([key, value]): [string, unknown] => {
    const { data: sealed } = encryptedSchema.safeParse(value);
    if (!sealed) {
      if (module.secrets.includes(key)) refuse(key, 'is a secret: encrypt it with npm run channel:secret');
      return [key, value];
    }
    if (cipher === null) unread.add(key);
    if (cipher === null) return [key, undefined];
    try {
      return [key, cipher.decrypt(sealed.encrypted)];
    } catch (error) {
      const isKeyThere = error instanceof WrongDataKeyError;
      refuse(
        key,
        isKeyThere ? 'was encrypted with another data key, or was changed' : `is encrypted: ${reasonOf(error)}`,
      );
      return [key, undefined];
    }
  });
  if (problems.length > 0) return { problems };
  const result = module.settings.safeParse(Object.fromEntries(opened));
  if (result.success) return { settings: result.data };
  const issues = result.error.issues.filter(({ path: [key] }) => !unread.has(String(key)));
  if (issues.length === 0) return null;
  return {
    problems: issues.map((issue) => problemOf({ path: [code, 'settings', ...issue.path], message: issue.message })),
  };
}

/** Thrown if the file of the channels' adapters can't be used. Names each problem by its channel and key. */
export class ChannelAdaptersError extends Error {
  constructor(
    file: string,
    readonly problems: readonly string[],
  ) {
    super(`Invalid channel adapters in ${file}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ChannelAdaptersError';
  }
}

const adapterSchema = z.strictObject({
  /** A built-in module, a path relative to the file (`./bank.ts`), or a package. */
  module: z.string().min(1),
  settings: z.record(z.string(), z.unknown()).default({}),
});
type AdapterEntry = z.output<typeof adapterSchema>;

const fileSchema = z.record(
  z.string().regex(/^[a-z0-9_]{1,40}$/, { error: 'must be the code of a channel' }),
  adapterSchema,
);

/** Reads the adapters by channel code. @throws {ChannelAdaptersError} if the file is missing or malformed */
async function readAdapterFile(file: string): Promise<Readonly<Record<string, AdapterEntry>>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ChannelAdaptersError(file, [`the file cannot be read: ${error instanceof Error ? error.message : ''}`]);
  });
  const result = fileSchema.safeParse(jsonIn(text, file));
  if (result.success) return result.data;
  // For an unknown key, the reason is in the nested issues.
  const issues = result.error.issues.map((issue) => ({
    path: issue.path,
    message: (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message,
  }));
  throw new ChannelAdaptersError(file, issues.map(problemOf));
}

/** One line about an invalid value: its path and the reason. Omits the value, which may be a secret. */
function problemOf(issue: { path: readonly PropertyKey[]; message: string }): string {
  const [code = '', ...keys] = issue.path.map(String);
  return [code, keys.join('.'), issue.message].filter((part) => part !== '').join(': ');
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The JSON parser's message would quote the file.
    throw new ChannelAdaptersError(file, ['the file is not JSON']);
  }
}

/** The adapter of a channel for one type of order. */
interface Lead {
  code: string;
  type: 'collection' | 'payout' | 'refund';
  /** Null if none. */
  adapter: string | null;
}

/** Every channel uses the sandbox. */
export const SANDBOX_LEADS: readonly Lead[] = [
  { code: ANY_CODE, type: 'collection', adapter: SANDBOX },
  { code: ANY_CODE, type: 'payout', adapter: SANDBOX },
  { code: ANY_CODE, type: 'refund', adapter: SANDBOX },
];

/** Stores the channels' adapters in the database, for forms and lists. Replaces the previous rows. */
export async function writeConnections(db: Db, connections: ChannelConnections, now: Date): Promise<void> {
  const leads = [...connections].flatMap(([code, { adapter, payouts, collections, refunds }]): Lead[] => [
    { code, type: 'payout', adapter: payouts ? adapter : null },
    { code, type: 'collection', adapter: collections ? adapter : null },
    { code, type: 'refund', adapter: refunds ? adapter : null },
  ]);
  await db.transaction((tx) => writeLeads(tx, leads, now));
}

export async function writeLeads(tx: Tx, leads: readonly Lead[], now: Date): Promise<void> {
  const rows = leads.map((lead) => ({ ...lead, merchant_id: PLATFORM_ID, updated_at: now }));
  // Servers that start at the same time write the same rows.
  const onConflict = sql`
    on conflict (merchant_id, code, type) do update set adapter = excluded.adapter, updated_at = excluded.updated_at`;
  await tx.deleteFrom('channel_connections').where('merchant_id', '=', PLATFORM_ID).execute();
  await insertRows(tx, 'channel_connections', rows, onConflict);
}
