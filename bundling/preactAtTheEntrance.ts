import type { Plugin } from 'vite';

/** All that is there before somebody is signed in, written in React like everything else. */
const ENTRANCE = /\/src\/(main|Gate|ConsoleFrame|pages\/login\/\w+)\.tsx?$/;

/**
 * Builds the entrance with Preact, an eleventh of React in size: the login page's first paint waits for nothing that only
 * the console needs. Whatever else imports React gets React; the two meet in ConsoleFrame alone.
 */
export function preactAtTheEntrance(): Plugin {
  const standIns = new Map([
    ['react', 'preact/compat'],
    ['react/jsx-runtime', 'preact/jsx-runtime'],
    ['react-dom/client', 'preact/compat/client'],
  ]);
  return {
    name: 'preact-at-the-entrance',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const standIn = standIns.get(source);
      return standIn && importer && ENTRANCE.test(importer) ? this.resolve(standIn, importer) : null;
    },
  };
}
