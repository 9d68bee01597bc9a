import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Builds the list that the console's is compared with, as a console for production is built. */
export async function buildDatagrid(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'datagrid'),
    base: '/bench/',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
}
