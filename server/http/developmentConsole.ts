import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { isPage, withSettings } from './console.ts';

/** Serves the console from its sources through Vite, with hot reload, on the server's own port. */
export async function serveDevelopmentConsole(
  app: FastifyInstance,
  projectFolder: string,
  settings: Partial<RuntimeSettings>,
): Promise<void> {
  const vite = await createServer({
    root: projectFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => {
      if (!isPage(request)) {
        reply.raw.writeHead(404).end();
        return;
      }
      void readFile(path.join(projectFolder, 'index.html'), 'utf8')
        .then((html) => vite.transformIndexHtml(request.url, withSettings(html, settings)))
        .then((html) => reply.raw.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html));
    });
  });
}
