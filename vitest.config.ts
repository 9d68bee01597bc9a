import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import viteConfig from './vite.config.ts';

/** Tests that need neither a page nor a server. */
const UNIT = ['shared', 'i18n', 'tooling', 'console/shell/menu'].map((folder) => `tests/${folder}/**/*.test.ts`);

/**
 * Slow tests (`npm run test:long`): they start or kill processes, fill disks, create large data, wait, race or visit
 * every page.
 */
const LONG = 'tests/**/*.long.test.ts';

/** Tests of the server that the long run repeats on the embedded database. */
const BOTH = 'tests/server/**/*.both.test.ts';

/** Long tests that take more than half a minute. */
const LONGEST =
  /\/(?:accessiblePages|concurrency|coldRoutes|crash|duplicates|keyboard|ownIndexes|revocation|start|waysRound)\.long\.test\.ts$/;

/**
 * Runs the longest tests first. In a new clone, Vitest knows no durations and starts with the largest files. Long tests
 * that share their code with a shorter test are among the smallest, so a worker would wait for them at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of an array
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const DATABASES = ['tests/support/preparedSetup.ts', 'tests/support/postgresSetup.ts'];
const PROGRAMS = 'tests/support/programsSetup.ts';
const BROWSER = {
  globalSetup: [...DATABASES, 'tests/support/browserSetup.ts'],
  setupFiles: ['tests/support/tellOfPages.ts'],
};

const testConfig = defineConfig({
  test: {
    // A hook may load modules for its tests, which takes as long as a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as a locator waits. The default of a second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // By default, Vitest would leave one of two cores idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Keeps compiled sources between runs: compiling the server takes half of the start of a run with one test file.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests/modules' },
    // Imports take seconds to load. Projects without isolation load them once per worker, not once per file.
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, exclude: [LONG], isolate: false } },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['tests/console/**/*.test.{ts,tsx}'],
          exclude: UNIT,
          environment: 'jsdom',
          setupFiles: ['tests/support/domSetup.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,demo}/**/*.test.ts', 'tests/contracts/**/*.test.{ts,tsx}'],
          exclude: [LONG],
          globalSetup: [...DATABASES, PROGRAMS],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [LONG],
          ...BROWSER,
          isolate: false,
          // After all other projects, which would slow the browsers down. While one worker waits, the other one works.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG],
          ...BROWSER,
          globalSetup: [...BROWSER.globalSetup, PROGRAMS],
          isolate: false,
          sequence: { groupOrder: 2 },
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long-embedded',
          include: [BOTH],
          globalSetup: [...DATABASES, PROGRAMS],
          env: { TEST_DATABASE: 'embedded' },
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

/** Tests compile the sources with the console's Vite config. */
export default mergeConfig(viteConfig, testConfig);
