import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const RESOURCES = fileURLToPath(new URL('resources/', import.meta.url));

/**
 * Puts the resource declarations beside index.html as files of their own, so that a deployed console takes a new or
 * changed one without a rebuild.
 */
function resourceDeclarations(): Plugin {
  return {
    name: 'resource-declarations',
    async generateBundle() {
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

/** Namespaces of the texts that can be shown before sign-in. */
const LOGIN_TEXTS = ['login', 'enrolment', 'password', 'errors'];

/** `i18n/en.json?login`: the login page's texts alone, as its first paint must not wait for those of the console. */
function loginTexts(): Plugin {
  return {
    name: 'login-texts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.json?login')) return null;
      const file = id.replace(/\?login$/, '');
      this.addWatchFile(file);
      const texts = Object.entries(JSON.parse(await readFile(file, 'utf8')));
      const chosen = Object.fromEntries(texts.filter(([namespace]) => LOGIN_TEXTS.includes(namespace)));
      return { code: `export default ${JSON.stringify(chosen)}`, moduleType: 'js' };
    },
  };
}

export default defineConfig({
  plugins: [react(), loginTexts(), resourceDeclarations()],
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    // data: addresses would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs the target knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // react-admin and MUI come in one chunk: both are needed for whatever page is first, and the browser keeps it.
    chunkSizeWarningLimit: 1000,
  },
});
