import { existsSync, readFileSync } from 'node:fs';

/** A test that a document names as the proof of something. */
export interface NamedTest {
  file: string;
  name: string;
}

/** The tests that a cell of a table names: `file` › name, several apart by semicolons. */
export function testsNamedIn(cell: string): NamedTest[] {
  return [...cell.matchAll(/`(tests\/[^`]+)` › (.+?)(?=; `tests|\. [A-Z]|\.?$)/g)].map(([, file = '', name = '']) => {
    return { file, name };
  });
}

/** Whether there is such a file with such a test in it. */
export function isThere({ file, name }: NamedTest): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(name.replaceAll('\\', ''));
}
