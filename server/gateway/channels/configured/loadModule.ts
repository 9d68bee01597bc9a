import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChannelModule } from '../ChannelModule.ts';
import { httpBank } from '../http-bank/httpBank.ts';

/** Modules that are named without a path. */
export const BUILT_IN: Readonly<Record<string, ChannelModule>> = { 'http-bank': httpBank };

/**
 * The adapter's module: a built-in one, a file, or a package.
 * @param folder from which the paths of files count
 * @throws {Error} if it can't be loaded, or its default export is no module
 */
export async function loadModule(name: string, folder: string): Promise<ChannelModule> {
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
