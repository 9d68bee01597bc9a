import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { isPage } from './http/console.ts';

/** Serves the console from its sources through Vite, with hot reload, on the server's own address. */
export async function serveDevelopmentConsole(app: FastifyInstance, projectFolder: string): Promise<void> {
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
        .then((html) => vite.transformIndexHtml(request.url, html))
        .then((html) => reply.raw.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html));
    });
  });
}
