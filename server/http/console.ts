import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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

/**
 * True if the console answers a URL without a route. It answers every address that a browser opens as a page, because
 * only the console knows whether a record's ID contains a dot. Other requests for a missing file get a 404.
 */
export function isPage(request: FastifyRequest): boolean {
  const pathname = decoded(request.url);
  const asks = request.method === 'GET' || request.method === 'HEAD';
  if (!asks || pathname === null || CALLS.some((base) => pathname === base || pathname.startsWith(`${base}/`)))
    return false;
  const isFile =
    pathname.startsWith('/assets/') ||
    pathname.startsWith('/resources/') ||
    (pathname !== '/index.html' && FILE.test(pathname));
  return !isFile || opensPage(request.headers);
}

/** True if a browser opens the URL in a window, instead of fetching it for a page or a script. */
function opensPage({ accept = '' }: IncomingHttpHeaders): boolean {
  return accept.includes('text/html');
}

/**
 * The URL to route. A page whose URL can't be decoded, such as `/%`, would be rejected before any handler. It is routed
 * like the console's page for unknown addresses, which its address in the browser leads to.
 */
export function routedUrl({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  return decoded(url) === null && opensPage(headers) ? '/404' : url;
}

/** The decoded path (`%2eenv` is `.env`), or null if it can't be decoded. */
function decoded(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return null;
  }
}
