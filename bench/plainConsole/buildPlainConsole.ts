import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Builds the plain console into a folder for production, with Vite's own settings but for the browsers, which are the console's. */
export async function buildPlainConsole(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
}
