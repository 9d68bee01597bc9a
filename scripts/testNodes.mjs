// npm run test:nodes [-- 24] [-- arguments of vitest, such as --project=unit]: runs the unit and server tests on the
// newer releases of Node, or on one of them. Prints the total of all runs on the last line.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fetchPackage } from './fetchPackage.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { isGood, readSummary, summaryLine } from './testSummary.mjs';

/**
 * The packages in which npm has Node: what the install script of the package `node` downloads. Integrity per platform.
 * @type {Map<string, { version: string, integrity: Record<string, string> }>}
 */
const RELEASES = new Map([
  [
    '22',
    {
      version: '22.23.3',
      integrity: {
        'linux-x64': 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
        'linux-arm64':
          'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
      },
    },
  ],
  [
    '24',
    {
      version: '24.21.0',
      integrity: {
        'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
        'linux-arm64':
          'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      },
    },
  ],
]);

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
const args = process.argv.slice(2);
const chosen = args.filter((arg) => /^\d+$/.test(arg));
const given = args.filter((arg) => !chosen.includes(arg));
const projects = given.some((arg) => arg.startsWith('--project')) ? [] : ['--project=unit', '--project=server'];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const release of chosen.length > 0 ? chosen : RELEASES.keys()) {
  const counts = await runOn(fetchNode(release), [...projects, ...given]);
  console.log(`Node ${release}: ${summaryLine(counts)}`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
console.log(summaryLine(total));
process.exit(isGood(total) ? 0 : 1);

/**
 * @param {string} release
 * @returns {string} path of the program
 */
function fetchNode(release) {
  const platform = `${process.platform}-${process.arch}`;
  const known = RELEASES.get(release);
  if (known === undefined) fail(`test:nodes runs on Node ${[...RELEASES.keys()].join(' and ')}, not ${release}`);
  const integrity = known.integrity[platform];
  if (integrity === undefined)
    fail(`test:nodes has no Node for ${platform}: install Node ${release}, run npm test on it`);
  try {
    return path.join(fetchPackage({ name: `node-${platform}`, version: known.version, integrity }), 'bin/node');
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
