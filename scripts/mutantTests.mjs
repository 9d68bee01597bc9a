import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';

/** Time limit of a run: a multiple of its duration before the change, plus a number of milliseconds. */
const PATIENCE = { times: 2, more: 30_000 };

/**
 * One Vitest instance for many runs of tests while files change in between. Keeps the prepared databases.
 * @param {string} folder of the project
 */
export async function createTestRun(folder) {
  process.env['NODE_ENV'] = 'test';
  const { createVitest } = await import('vitest/node');
  /**
   * Duration of each test file, in milliseconds.
   * @type {Map<string, number>}
   */
  const durations = new Map();
  /** @type {Set<ChildProcess>} */
  const workers = new Set();
  // Vitest doesn't terminate a worker that is caught in an infinite loop.
  subscribe('child_process', (message) => {
    if (typeof message !== 'object' || message === null || !('process' in message)) return;
    const { process: child } = message;
    if (!(child instanceof ChildProcess)) return;
    workers.add(child);
    child.once('exit', () => workers.delete(child));
  });

  const quickestFirst = class {
    /** @param {import('vitest/node').TestSpecification[]} specifications */
    sort = async (specifications) => specifications.toSorted((one, other) => timeOf(one) - timeOf(other));
    /** @param {import('vitest/node').TestSpecification[]} specifications */
    shard = async (specifications) => specifications;
  };
  const vitest = await createVitest('test', {
    root: folder,
    watch: false,
    maxWorkers: 1,
    cache: false,
    bail: 1,
    reporters: [{}],
    // Copying a database takes ten times as long on the embedded one, and the results are the same.
    testNamePattern: '^(?!.*embedded)',
    sequence: { sequencer: quickestFirst },
  });
  await vitest.standalone();
  const all = await vitest.globTestSpecifications();

  /** @param {import('vitest/node').TestSpecification} specification */
  function timeOf({ moduleId }) {
    return durations.get(moduleId) ?? 0;
  }

  /** @param {readonly import('vitest/node').TestSpecification[]} specifications */
  async function run(specifications) {
    vitest.state.filesMap.clear();
    const result = await vitest.runTestSpecifications([...specifications]);
    const failed = result.testModules.filter((module) => module.state() === 'failed');
    return { ...result, failed: failed.map(({ relativeModuleId }) => relativeModuleId) };
  }

  return {
    /**
     * Tests in these folders and files, without the long ones.
     * @param {readonly string[]} places prefixes of their paths
     */
    testsIn(places) {
      return all.filter(({ moduleId, project }) => {
        const file = path.relative(folder, moduleId);
        return !project.name.startsWith('long') && places.some((place) => file.startsWith(place));
      });
    },

    /**
     * Runs tests once to measure their durations.
     * @param {readonly import('vitest/node').TestSpecification[]} specifications
     * @returns {Promise<string[]>} files with failures
     */
    async measure(specifications) {
      const { testModules, failed, unhandledErrors } = await run([...new Set(specifications)]);
      for (const module of testModules) durations.set(module.moduleId, module.diagnostic().duration);
      return unhandledErrors.length > 0 ? [...failed, ...unhandledErrors.map(String)] : failed;
    },

    /**
     * Invalidates a file, so that the next run reads its current content.
     * @param {string} file
     */
    changed(file) {
      vitest.invalidateFile(file);
    },

    /**
     * True if a test fails, or takes far longer than before, with the current content of `file`.
     * @param {readonly import('vitest/node').TestSpecification[]} specifications
     * @param {string} file
     */
    async fails(specifications, file) {
      vitest.invalidateFile(file);
      const usual = specifications.reduce((sum, one) => sum + timeOf(one), 0);
      const timer = setTimeout(stopWorkers, PATIENCE.times * usual + PATIENCE.more);
      const { failed, unhandledErrors } = await run(specifications);
      clearTimeout(timer);
      return failed.length > 0 || unhandledErrors.length > 0;
    },

    close() {
      stopWorkers();
      return vitest.close();
    },
  };

  function stopWorkers() {
    for (const worker of workers) if (worker.spawnargs.some((arg) => arg.includes('vitest'))) worker.kill('SIGKILL');
  }
}
