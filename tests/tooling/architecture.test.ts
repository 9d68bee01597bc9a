import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Cells of the table of subjects in docs/architecture.md: what it names, by the folder of its column. */
function named(): Map<string, string[]> {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const [head = '', , ...rows] = (/^\| Subject.*\n(?:\|.*\n)+/m.exec(text)?.[0] ?? '').trim().split('\n');
  const folders = cellsOf(head).map((cell) => cell.replaceAll(/[`/]/g, ''));
  return new Map(
    folders
      .slice(1)
      .map((folder, column) => [
        folder,
        rows.flatMap((row) =>
          [...(cellsOf(row)[column + 1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
        ),
      ]),
  );
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

describe('the table of subjects', () => {
  const subjects = named();

  it.each([...subjects])('names only what is in %s', (folder, names) => {
    const files = names.map((name) => path.join(folder, folder === 'resources' ? `${name}.json` : name));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  it('names every declaration, module and feature', () => {
    const inFolder = (column: string, folder: string) =>
      new Set(subjects.get(column)?.flatMap((name) => (name.startsWith(folder) ? name.slice(folder.length) : [])));
    const declarations = readdirSync('resources').flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
    expect(declarations.filter((name) => !inFolder('resources', '').has(name))).toEqual([]);
    expect(foldersIn('server/modules').filter((name) => !inFolder('server', 'modules/').has(name))).toEqual([]);
    expect(foldersIn('src/features').filter((name) => !inFolder('src', 'features/').has(name))).toEqual([]);
  });
});
