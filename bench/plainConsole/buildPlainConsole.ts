import react from '@vitejs/plugin-react';
import { build } from 'vite';

/**
 * Builds the plain console for production into a folder. Uses Vite's defaults, except for the target browsers, which
 * are the console's.
 */
export async function buildPlainConsole(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
}
