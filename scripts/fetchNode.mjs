import path from 'node:path';
import { fetchPackage } from './fetchPackage.mjs';

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

/** The releases of Node that `fetchNode` knows. */
export const NODE_RELEASES = [...RELEASES.keys()];

/**
 * Fetches another Node from npm, at its first use.
 * @param {string} release such as 24
 * @returns {string} path of the program
 * @throws {Error} if there is none for this platform, or npm fails
 */
export function fetchNode(release) {
  const platform = `${process.platform}-${process.arch}`;
  const known = RELEASES.get(release);
  if (known === undefined) throw new Error(`Only Node ${NODE_RELEASES.join(' and ')} can be fetched, not ${release}`);
  const integrity = known.integrity[platform];
  if (integrity === undefined) throw new Error(`npm has no Node for ${platform}: install Node ${release} instead`);
  return path.join(fetchPackage({ name: `node-${platform}`, version: known.version, integrity }), 'bin/node');
}
