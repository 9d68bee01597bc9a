import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkFileNames, CHUNKS } from './bundling/chunks.ts';
import { partFiles } from './bundling/partFiles.ts';
import { resourceDeclarations } from './bundling/resourceDeclarations.ts';

export default defineConfig({
  plugins: [react(), resourceDeclarations(), partFiles()],
  // One default export for each file of texts.
  json: { namedExports: false },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    // data: addresses would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs the target knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // No package relies on side effects of getters, so unused classes can go even if they extend `Other.Class`.
      treeshake: { propertyReadSideEffects: false },
      // The entrance imports these dynamically. As entries, their modules get the tag that CHUNKS selects.
      input: { index: 'index.html', console: 'src/app/SignedInConsole.tsx', backend: 'src/app/backend.ts' },
      output: { codeSplitting: { groups: CHUNKS }, chunkFileNames, hashCharacters: 'base36' },
    },
  },
});
