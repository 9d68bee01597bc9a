import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';

/** A run takes as long as it took before anything was changed, so often, and these milliseconds. */
const PATIENCE = { times: 2, more: 30_000 };

/**
 * One Vitest for many runs of tests over files that change in between. Databases that tests begin with are kept.
 * @param {string} folder of the project
 */
export async function createTestRun(folder) {
  process.env['NODE_ENV'] = 'test';
  const { createVitest } = await import('vitest/node');
  /** How long each file of tests took, in milliseconds. @type {Map<string, number>} */
  const durations = new Map();
  /** @type {Set<ChildProcess>} */
  const workers = new Set();
  // Of a worker that is caught in a loop Vitest knows no end.
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
    // A copy of a database takes ten times as long on the embedded one, and both answer alike.
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
     * The quick ones among the tests of these folders and files.
     * @param {readonly string[]} places beginnings of their paths
     */
    testsIn(places) {
      return all.filter(({ moduleId, project }) => {
        const file = path.relative(folder, moduleId);
        return project.name !== 'long' && places.some((place) => file.startsWith(place));
      });
    },

    /**
     * Runs tests once, to know how long each takes.
     * @param {readonly import('vitest/node').TestSpecification[]} specifications
     * @returns {Promise<string[]>} files of which something failed
     */
    async measure(specifications) {
      const { testModules, failed, unhandledErrors } = await run([...new Set(specifications)]);
      for (const module of testModules) durations.set(module.moduleId, module.diagnostic().duration);
      return unhandledErrors.length > 0 ? [...failed, ...unhandledErrors.map(String)] : failed;
    },

    /** Lets the next run see what a file holds now. @param {string} file */
    changed(file) {
      vitest.invalidateFile(file);
    },

    /**
     * True if a test fails, or takes far longer than it did, with what a file holds now.
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
