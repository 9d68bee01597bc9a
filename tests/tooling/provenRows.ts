import { existsSync, readFileSync } from 'node:fs';

/** A test that a document names as proof. */
export interface NamedTest {
  file: string;
  name: string;
}

/** The tests named in a table cell: `file` › name, separated by semicolons. */
export function testsNamedIn(cell: string): NamedTest[] {
  return [...cell.matchAll(/`(tests\/[^`]+)` › (.+?)(?=; `tests|\. [A-Z]|\.?$)/g)].map(([, file = '', name = '']) => {
    return { file, name };
  });
}

/** True if the file exists and contains a test with this name. */
export function isThere({ file, name }: NamedTest): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(name.replaceAll('\\', ''));
}
