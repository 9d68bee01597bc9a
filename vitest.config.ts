import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** What needs neither a page nor a server. */
const UNIT = ['shared', 'i18n', 'tooling', 'console/menu'].map((folder) => `tests/${folder}/**/*.test.ts`);

const testConfig = defineConfig({
  test: {
    testTimeout: 20_000,
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, isolate: false } },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['tests/console/**/*.test.{ts,tsx}'],
          exclude: UNIT,
          environment: 'jsdom',
          setupFiles: ['tests/support/domSetup.ts'],
          testTimeout: 20_000,
          // The pages' packages take two seconds to load: once per worker, not once per file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts', 'tests/contracts/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/postgresSetup.ts'],
          // An embedded database takes seconds to start, and more of them when several start at once.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/browserSetup.ts'],
          // A browser and a server each want a core: one file at a time, after all others.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

/** Tests see the sources as the browser does. */
export default mergeConfig(viteConfig, testConfig);
