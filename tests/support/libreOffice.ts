import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporaryFolder.ts';

/** For the name of a test that is skipped where it is not installed. */
export const NEEDS_LIBREOFFICE = 'skipped unless soffice, of LibreOffice, is installed';

export function hasLibreOffice(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a file in LibreOffice Calc, as somebody would by a double click, and saves what it made of it.
 * @returns the text of a flat OpenDocument spreadsheet, in which the formula of a cell is an attribute
 */
export async function openedInCalc(name: string, bytes: Buffer): Promise<string> {
  const folder = await temporaryFolder({});
  await writeFile(path.join(folder, name), bytes);
  // A profile of its own, so that another LibreOffice that runs is not asked to do it.
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  // What its dialog would find out by itself: commas, quotes, UTF-8.
  const csv = name.endsWith('.csv') ? ['--infilter=CSV:44,34,76'] : [];
  const args = [profile, '--headless', ...csv, '--convert-to', 'fods', '--outdir', folder, path.join(folder, name)];
  await promisify(execFile)('soffice', args, { timeout: 120_000 });
  return readFile(path.join(folder, `${path.parse(name).name}.fods`), 'utf8');
}
