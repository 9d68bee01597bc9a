import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const RESOURCES = fileURLToPath(new URL('../resources/', import.meta.url));

/** All declarations in one file. Only a server that checks them gives any; none here, and no failed request. */
const ALL = { fileName: 'resources.json', source: '{}' };

/**
 * Puts the resource declarations beside index.html as files of their own, so that a deployed console takes a new or
 * changed one without a rebuild.
 */
export function resourceDeclarations(): Plugin {
  return {
    name: 'resource-declarations',
    async generateBundle() {
      this.emitFile({ type: 'asset', ...ALL });
      const names = (await readdir(RESOURCES)).filter((name) => name.endsWith('.json'));
      for (const name of names) {
        this.emitFile({ type: 'asset', fileName: `resources/${name}`, source: await readFile(RESOURCES + name) });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${ALL.fileName}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(ALL.source);
      });
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
