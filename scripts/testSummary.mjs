import { inspect, stripVTControlCharacters } from 'node:util';

/**
 * The numbers of a test run.
 * @typedef {{ passed: number, failed: number, skipped: number }} TestCounts
 */

/**
 * Counts tests. A file that fails outside its tests, and an uncaught error, count as one failure each.
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
 * The failures, one line each: a test, a file outside its tests, a file whose process ended, or an uncaught error.
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {string[]} such as "FAILED tests/a.test.ts > adds: expected 1 to be 2", with paths relative to the project
 */
export function failureLines(modules, unhandledErrors) {
  const failures = modules.flatMap((module) => {
    const file = module.relativeModuleId;
    if (['pending', 'queued'].includes(module.state())) return [`${file}: its process ended before it did`];
    const outside = module.errors().map((error) => `${file}: ${error.message}`);
    const tests = [...module.children.allTests('failed')].map(
      (test) => `${file} > ${test.fullName}: ${test.result().errors?.[0]?.message}`,
    );
    return [...outside, ...tests];
  });
  // Errors arrive from the test processes as plain objects.
  const uncaught = unhandledErrors.map((error) => `no test: ${Object(error).message ?? inspect(error)}`);
  return [...failures, ...uncaught].map((failure) => stripVTControlCharacters(`FAILED ${failure.split('\n')[0]}`));
}

/**
 * @param {TestCounts} counts
 * @returns {string} one line, such as "12 passed, 0 failed, 1 skipped"
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * The inverse of `summaryLine`.
 * @param {string} line
 * @returns {TestCounts | null} null for any other line
 */
export function readSummary(line) {
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/**
 * True if at least one test passed and none failed.
 * @param {TestCounts} counts
 */
export function isGood({ passed, failed }) {
  return passed > 0 && failed === 0;
}
