import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import viteConfig from './vite.config.ts';

/** What needs neither a page nor a server. */
const UNIT = ['shared', 'i18n', 'tooling', 'console/shell/menu'].map((folder) => `tests/${folder}/**/*.test.ts`);

/** What starts or kills processes, fills disks, makes large data, waits, races, or walks everywhere: `npm run test:long`. */
const LONG = 'tests/**/*.long.test.ts';

/** Long tests that take more than half a minute. */
const LONGEST =
  /\/(?:accessiblePages|concurrency|coldRoutes|crash|duplicates|keyboard|ownIndexes|revocation|start)\.long\.test\.ts$/;

/**
 * In a new clone, where it knows no durations, Vitest begins with the largest files. Those that share their code with a
 * shorter test are among the smallest, and one worker would wait for them at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, not that of an array
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
    // A hook may load what its tests use, which takes as long as they do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as a locator waits: on a busy machine a second is over before a page is drawn or a worker has had its turn.
    expect: { poll: { timeout: 30_000 } },
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Compiled sources outlive a run: compiling the server again would take half of the start of a run with one test file.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/tests/modules' },
    // What is imported takes seconds to load: projects without isolation do it once per worker, not once per file.
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
          include: ['tests/server/**/*.test.ts', 'tests/contracts/**/*.test.{ts,tsx}'],
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
          // After all others, which leave no time to a browser. While one waits for its page another works.
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
    ],
  },
});

/** Tests see the sources as the browser does. */
export default mergeConfig(viteConfig, testConfig);
