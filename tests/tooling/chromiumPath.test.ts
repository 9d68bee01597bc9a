import { describe, expect, it } from 'vitest';
import { chromiumPath } from '#tests/support/chromiumPath.ts';

function machine(platform: NodeJS.Platform, environment: Record<string, string>, files: string[]) {
  return { platform, environment, exists: (file: string) => files.includes(file) };
}

describe('the browser for tests', () => {
  it('is the one in CHROMIUM_PATH, before any other', () => {
    const files = ['/opt/mine/chrome', '/usr/bin/chromium'];
    expect(chromiumPath(machine('linux', { CHROMIUM_PATH: '/opt/mine/chrome' }, files))).toBe('/opt/mine/chrome');
  });

  it('is never a browser other than that in CHROMIUM_PATH', () => {
    const here = machine('linux', { CHROMIUM_PATH: '/opt/gone' }, ['/usr/bin/chromium']);
    expect(() => chromiumPath(here)).toThrow('CHROMIUM_PATH names a file that does not exist: /opt/gone');
  });

  it.each([
    ['linux', {}, '/usr/bin/chromium'],
    ['linux', { PATH: '/opt/bin:/usr/bin' }, '/opt/bin/google-chrome-stable'],
    ['linux', { PATH: 'relative:' }, '/snap/bin/chromium'],
    ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', { HOME: '/me' }, '/me/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['win32', { 'ProgramFiles(x86)': String.raw`C:\P` }, String.raw`C:\P\Google\Chrome\Application\chrome.exe`],
    ['win32', { ProgramFiles: String.raw`C:\P` }, String.raw`C:\P\Microsoft\Edge\Application\msedge.exe`],
  ] as const)('is found on %s with %o at %s', (platform, environment, file) => {
    expect(chromiumPath(machine(platform, environment, [file]))).toBe(file);
  });

  it('is a headless shell if several are installed', () => {
    const files = ['/opt/bin/chromium', '/usr/bin/chromium-headless-shell'];
    const here = machine('linux', { PATH: '/opt/bin:/usr/bin' }, files);
    expect(chromiumPath(here)).toBe('/usr/bin/chromium-headless-shell');
  });

  it('is left to Playwright if none is installed', () => {
    expect(chromiumPath(machine('linux', { PATH: '/usr/bin' }, []))).toBeNull();
  });
});
