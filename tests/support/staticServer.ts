import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export interface StaticServer {
  origin: string;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml' },
};

/**
 * Files of a folder as any web server gives them, with the rules of docs/hosting-the-console.md: files with a hash in
 * their name for ever, missing files are missing, and any other address is index.html.
 */
export async function serveFolder(folder: string, headers: Readonly<Record<string, string>>): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://local').pathname);
    const isAsset = pathname.startsWith('/assets/');
    const isFile = isAsset || path.extname(pathname) !== '';
    const file = path.join(folder, isFile ? path.normalize(pathname) : 'index.html');
    const caching = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
    readFile(file).then(
      (content) => {
        const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': caching }).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
