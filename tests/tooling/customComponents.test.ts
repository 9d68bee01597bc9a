import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { renderField } from '#console/fieldTypes/renderField.tsx';
import type { fieldSchema } from '#shared/declaration/fieldSchema.ts';
import { formatContext } from '#tests/support/formatContext.ts';
import { linkPackages, temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** A step of the page: a file to be written, or lines of one to be replaced. */
interface Step {
  kind: string;
  file: string;
  text: string;
}

const KEYS = 'src/shared/declaration/keys.ts';

async function stepsOfPage(): Promise<Step[]> {
  const page = await readFile('docs/custom-components.md', 'utf8');
  const blocks = page.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms);
  return [...blocks].map(([, kind = '', file = '', text = '']) => ({ kind, file, text }));
}

/** The console's sources in a folder of their own. */
async function copyOfConsole(): Promise<string> {
  const folder = await temporaryFolder({
    'package.json': await readFile('package.json', 'utf8'),
    'tsconfig.json': JSON.stringify({ extends: path.resolve('tsconfig.json'), include: ['src/components'] }),
  });
  await linkPackages(folder);
  for (const part of ['src', 'i18n']) await cp(part, path.join(folder, part), { recursive: true });
  return folder;
}

async function follow(folder: string, { kind, file, text }: Step): Promise<void> {
  const target = path.join(folder, file);
  if (kind !== 'diff') return writeFile(target, text);
  let content = await readFile(target, 'utf8');
  for (const [, before = '', after = ''] of text.matchAll(/^-(.*)\n((?:\+.*\n)+)/gm)) {
    expect(content.split(before), `${file} has the line once: ${before}`).toHaveLength(2);
    content = content.replace(before, () => after.replaceAll(/^\+/gm, '').trimEnd());
  }
  return writeFile(target, content);
}

/** What the compiler says of a folder; '' when all is well. */
function compile(folder: string): Promise<string> {
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: folder }, (_, out) => resolve(out));
  });
}

const cellsSchema = z.object({ renderField: z.custom<typeof renderField>((value) => typeof value === 'function') });
const fieldsSchema = z.object({ fieldSchema: z.custom<typeof fieldSchema>((value) => value instanceof z.ZodType) });

it('a component is registered as the page says: a key without its entry does not compile, with it the cell is drawn', async () => {
  const folder = await copyOfConsole();
  const steps = await stepsOfPage();
  const inKeys = steps.filter(({ file }) => file === KEYS);
  const others = steps.filter(({ file }) => file !== KEYS);
  expect(inKeys).toHaveLength(1);

  for (const step of inKeys) await follow(folder, step);
  expect(await compile(folder)).toMatch(/customCells\.ts.*'stars' is missing/s);
  for (const step of others) await follow(folder, step);
  expect(await compile(folder)).toBe('');

  const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ path.join(folder, file));
  const { renderField: render } = cellsSchema.parse(await load('src/fieldTypes/renderField.tsx'));
  const { fieldSchema: schema } = fieldsSchema.parse(await load('src/shared/declaration/fieldSchema.ts'));
  const field = schema.parse({ source: 'rating', type: 'integer', cell: 'stars' });
  const cell = render({ rating: 4 }, field, await formatContext(), '4');
  expect(renderToStaticMarkup(cell)).toContain('★★★★<');
}, 120_000);
