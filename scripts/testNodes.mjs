// npm run test:nodes [-- 24] [-- arguments of vitest, such as --project=unit]: runs the unit and server tests on the
// newer releases of Node, or on one of them. Prints the total of all runs on the last line.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fetchNode, NODE_RELEASES } from './fetchNode.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { isGood, readSummary, summaryLine } from './testSummary.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
const args = process.argv.slice(2);
const chosen = args.filter((arg) => /^\d+$/.test(arg));
const given = args.filter((arg) => !chosen.includes(arg));
const projects = given.some((arg) => arg.startsWith('--project')) ? [] : ['--project=unit', '--project=server'];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const release of chosen.length > 0 ? chosen : NODE_RELEASES) {
  const counts = await runOn(nodeOf(release), [...projects, ...given]);
  console.log(`Node ${release}: ${summaryLine(counts)}`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
console.log(summaryLine(total));
process.exit(isGood(total) ? 0 : 1);

/** @param {string} release */
function nodeOf(release) {
  try {
    return fetchNode(release);
  } catch (error) {
    return fail(String(error));
  }
}

/**
 * Runs tests on another Node. Prints all but their last line, because readers of the output would count it twice.
 * @param {string} node
 * @param {string[]} tests
 * @returns {Promise<import('./testSummary.mjs').TestCounts>}
 */
async function runOn(node, tests) {
  const child = spawn(node, ['scripts/test.mjs', ...tests], {
    // Tests that start a program by name find the same Node.
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH']}` },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  // A run that ends without its numbers counts as a failure.
  let counts = { passed: 0, failed: 1, skipped: 0 };
  for await (const line of createInterface({ input: child.stdout })) {
    const summary = readSummary(line);
    if (summary === null) console.log(line);
    else counts = summary;
  }
  return counts;
}
