import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporaryFolder.ts';

/** Appended to the name of a test that is skipped if LibreOffice isn't installed. */
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
 * Opens a file in LibreOffice Calc, as a double click would, and saves the result.
 * @returns the text of a flat OpenDocument spreadsheet, in which a cell's formula is an attribute
 */
export async function openedInCalc(name: string, bytes: Buffer): Promise<string> {
  const folder = await temporaryFolder({});
  await writeFile(path.join(folder, name), bytes);
  // A separate profile, so that a running LibreOffice isn't used instead.
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  // The settings that Calc's import dialog would detect: commas, quotes, UTF-8.
  const csv = name.endsWith('.csv') ? ['--infilter=CSV:44,34,76'] : [];
  const args = [profile, '--headless', ...csv, '--convert-to', 'fods', '--outdir', folder, path.join(folder, name)];
  await promisify(execFile)('soffice', args, { timeout: 120_000 });
  return readFile(path.join(folder, `${path.parse(name).name}.fods`), 'utf8');
}
