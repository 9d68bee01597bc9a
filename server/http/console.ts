import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { NotFoundError } from '../errors.ts';
import { GATEWAY_BASE } from './limits.ts';
import { API_BASE } from './router.ts';

/** Location of the built console and its runtime settings. */
interface ConsoleOptions {
  /** Output of `vite build`. */
  folder: string;
  settings: Partial<RuntimeSettings>;
}

const SETTINGS_SCRIPT = /(<script type="application\/json" id="runtime-settings">)[\s\S]*?(<\/script>)/;

/** Inserts the deployment's settings into index.html. Escapes `<` so that no value can end the script. */
export function withSettings(html: string, settings: Partial<RuntimeSettings>): string {
  const json = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
  return html.replace(SETTINGS_SCRIPT, (_all, open: string, close: string) => `${open}${json}${close}`);
}

/** Serves the console: hashed files as immutable, and index.html for every URL that belongs to the console. */
export async function serveConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  await app.register(compress, { threshold: 1024 });
  const index = withSettings(await readFile(path.join(options.folder, 'index.html'), 'utf8'), options.settings);
  await app.register(fastifyStatic, {
    root: path.join(options.folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
  });
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: '/',
    decorateReply: false,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', 'assets/**', 'resources/**', 'resources*.json'],
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new NotFoundError();
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(index);
  });
}

/** Answers unknown URLs with 404, if another server serves the console. */
export async function withoutConsole(app: FastifyInstance): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new NotFoundError();
  });
}

/** Hidden files and names with a file extension: `/.env`, `/.git/config`, `/backup.sql`, `/wp-login.php`. */
const FILE = /\/\.|\.[a-z][a-z0-9]{0,9}$|~$/i;

/** Base paths of calls, which have no pages except those of their own routes. */
const CALLS = [API_BASE, GATEWAY_BASE];

/** True if the console shows a page for a URL without a route. A missing file is a 404, not a page. */
export function isPage(request: FastifyRequest): boolean {
  const pathname = decoded(request.url.split('?')[0] ?? '');
  const isFile =
    pathname === null ||
    pathname.startsWith('/assets/') ||
    pathname.startsWith('/resources/') ||
    (pathname !== '/index.html' && FILE.test(pathname));
  if (isFile) return false;
  const asks = request.method === 'GET' || request.method === 'HEAD';
  return asks && !CALLS.some((base) => pathname === base || pathname.startsWith(`${base}/`));
}

/** The decoded path (`%2eenv` is `.env`), or null if it can't be decoded. */
function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
