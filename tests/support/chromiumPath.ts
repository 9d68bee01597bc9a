import { existsSync } from 'node:fs';
import path from 'node:path';

/** Preferred first: the headless shell halves the work per page, because it draws no browser window. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];
const WINDOWS_APPS = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/** The facts about this machine that determine where a browser may be installed. */
export interface Machine {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  exists: (file: string) => boolean;
}

const thisMachine: Machine = { platform: process.platform, environment: process.env, exists: existsSync };

/**
 * Path of an installed browser of the Chromium family: the one in CHROMIUM_PATH, otherwise one in a usual location.
 * Null if there is none, although Playwright may still have its own.
 * @throws {Error} if CHROMIUM_PATH doesn't exist
 */
export function chromiumPath(machine: Machine = thisMachine): string | null {
  const given = machine.environment['CHROMIUM_PATH'];
  if (given) {
    if (machine.exists(given)) return given;
    throw new Error(`CHROMIUM_PATH names a file that does not exist: ${given}`);
  }
  return candidates(machine).find((file) => machine.exists(file)) ?? null;
}

function candidates({ platform, environment }: Machine): string[] {
  if (platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);
    return folders.flatMap((folder) => WINDOWS_APPS.map((app) => path.win32.join(folder, app)));
  }
  const folders = [...(environment['PATH'] ?? '').split(':'), '/usr/bin', '/snap/bin'].filter(path.posix.isAbsolute);
  const programs = NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
  if (platform !== 'darwin') return programs;
  const appFolders = ['/Applications', ...(environment['HOME'] ? [`${environment['HOME']}/Applications`] : [])];
  return [...appFolders.flatMap((folder) => MAC_APPS.map((app) => path.posix.join(folder, app))), ...programs];
}
