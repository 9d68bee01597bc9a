import { chmod } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { fetchPackage } from '../../scripts/fetchPackage.mjs';

const PINNED = { name: '@none/such', version: '1.2.3', integrity: 'sha512-expected' };
const INSTALLED = { packages: { 'node_modules/@none/such': { integrity: 'sha512-other' } } };

/** Puts an npm that runs these lines before the real one. */
async function replaceNpm(...lines: string[]): Promise<void> {
  const folder = await temporaryFolder({ npm: ['#!/bin/sh', ...lines].join('\n') });
  await chmod(`${folder}/npm`, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
}

describe('a package that is fetched when needed', () => {
  beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('names the command of npm that failed', async () => {
    await replaceNpm('exit 1');
    expect(() => fetchPackage(PINNED)).toThrow(
      '@none/such 1.2.3 could not be fetched: "npm install --no-save --ignore-scripts --omit=optional @none/such@1.2.3" failed, for the reason above.',
    );
  });

  it('is refused if its content isn’t the pinned one', async () => {
    await replaceNpm('mkdir node_modules', `echo '${JSON.stringify(INSTALLED)}' > node_modules/.package-lock.json`);
    expect(() => fetchPackage(PINNED)).toThrow(
      '@none/such 1.2.3 is not the expected one: its integrity is sha512-other',
    );
    expect(existsSync('.cache/packages/@none+such@1.2.3')).toBe(false);
  });
});
