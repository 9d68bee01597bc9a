import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const RESOURCES = fileURLToPath(new URL('../resources/', import.meta.url));

/**
 * Puts the resource declarations beside index.html as files of their own, so that a deployed console takes a new or
 * changed one without a rebuild.
 */
export function resourceDeclarations(): Plugin {
  return {
    name: 'resource-declarations',
    async generateBundle() {
      // All in one file, which only a server that checks them can give; none here, and no failed request.
      this.emitFile({ type: 'asset', fileName: 'resources.json', source: '{}' });
      const names = (await readdir(RESOURCES)).filter((name) => name.endsWith('.json'));
      for (const name of names) {
        this.emitFile({ type: 'asset', fileName: `resources/${name}`, source: await readFile(RESOURCES + name) });
      }
    },
    configureServer(server) {
      server.middlewares.use('/resources', (request, response, next) => {
        const name = /^\/([\w.-]+\.json)(?:\?|$)/.exec(request.url ?? '')?.[1];
        if (name === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        createReadStream(RESOURCES + name)
          .on('error', () => next())
          .pipe(response);
      });
    },
  };
}
