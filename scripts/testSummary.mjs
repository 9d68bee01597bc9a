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
 * Tests that failed and passed when they were tried again: they hold a race, of the test or of the product.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @returns {string[]} a line each, with what went wrong at first
 */
export function unsteadyTests(modules) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.diagnostic()?.flaky);
  return tests.map((test) => {
    const [error] = test.result().errors ?? [];
    const reason = error?.message.replaceAll(/\s+/g, ' ') ?? '';
    return `passed only when tried again: ${test.module.relativeModuleId} > ${test.fullName}: ${reason.slice(0, LONGEST)}`;
  });
}

/** Of what went wrong, in characters. */
const LONGEST = 300;

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
