/**
 * How a run of tests went.
 * @typedef {{ passed: number, failed: number, skipped: number }} TestCounts
 */

/**
 * Counts tests. A file that fails outside its tests, and an error that no test caught, count as one failure each.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {number} unhandledErrors
 * @returns {TestCounts}
 */
export function countTests(modules, unhandledErrors) {
  const counts = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const failed = states.filter((state) => state === 'failed').length;
    const passed = states.filter((state) => state === 'passed').length;
    counts.passed += passed;
    counts.skipped += states.length - passed - failed;
    counts.failed += failed === 0 && module.state() === 'failed' ? 1 : failed;
  }
  return counts;
}

/**
 * Files that were begun and never ended, since the process that ran them did.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @returns {string[]} their paths within the project
 */
export function unfinishedFiles(modules) {
  const unfinished = modules.filter((module) => ['pending', 'queued'].includes(module.state()));
  return unfinished.map((module) => module.relativeModuleId);
}

/**
 * @param {TestCounts} counts
 * @returns {string} one line, such as "12 passed, 0 failed, 1 skipped"
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run counts as good when something was tested and nothing failed.
 * @param {TestCounts} counts
 */
export function isGood({ passed, failed }) {
  return passed > 0 && failed === 0;
}
