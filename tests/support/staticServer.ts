import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

export interface StaticServer {
  origin: string;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * Serves a folder like any web server that follows docs/hosting-the-console.md: files with a hash in their name are
 * cached for good, missing files are 404, and any other address returns index.html.
 */
export async function serveFolder(folder: string, headers: Readonly<Record<string, string>>): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://local').pathname);
    const isAsset = pathname.startsWith('/assets/');
    const isFile = isAsset || path.extname(pathname) !== '';
    const file = path.join(folder, isFile ? path.normalize(pathname) : 'index.html');
    const caching = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
    const answer = async () => {
      const content = await readFile(file).catch(() => null);
      if (content === null) return response.writeHead(404).end();
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      return response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': caching }).end(content);
    };
    void answer();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
