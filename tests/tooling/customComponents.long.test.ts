import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createElement } from 'react';
import { RecordContext } from 'react-admin';
import { renderToStaticMarkup } from 'react-dom/server';

import { expect, it } from 'vitest';
import { z } from 'zod';
import type { LazyComponent } from '../../packages/ra-declared/src/ui/loading/lazy.tsx';
import type { NamedFieldProps } from '../../packages/ra-declared/src/fields/NamedComponents.ts';
import { eject } from '#server/cli/resources/ejectResource.ts';
import { readComponentKeys } from '#server/resources/registry/readFolder.ts';
import { checkDeclaration } from '@merchant-console/declaration/check';
import { linkPackages, temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** Folder for ejected pages in a copy of the console. */
const EJECTED = 'ejected';

/** A file of the page. */
interface Step {
  file: string;
  text: string;
}

async function stepsOfPage(): Promise<Step[]> {
  const page = await readFile('docs/custom-components.md', 'utf8');
  const blocks = page.matchAll(/^```tsx (\S+)\n(.*?)^```$/gms);
  return [...blocks].map(([, file = '', text = '']) => ({ file, text }));
}

/** A copy of the console's sources. */
async function copyOfConsole(): Promise<string> {
  const folder = await temporaryFolder({
    'package.json': await readFile('package.json', 'utf8'),
    'tsconfig.json': JSON.stringify({
      extends: path.resolve('tsconfig.json'),
      include: ['src/custom', 'src/features', 'src/**/*.d.ts', EJECTED],
    }),
  });
  await linkPackages(folder);
  for (const part of ['src', 'shared', 'i18n']) await cp(part, path.join(folder, part), { recursive: true });
  return folder;
}

/** Ejects the pages of each shipped declaration. @returns the number of declarations */
async function ejectAll(folder: string): Promise<number> {
  const names = (await readdir('resources')).filter((file) => /^[a-z_]+\.json$/.test(file));
  await mkdir(path.join(folder, EJECTED));
  for (const file of names) {
    const { subject } = checkDeclaration(file, await readFile(path.join('resources', file), 'utf8'));
    if (!subject) throw new Error(`${file} is no declaration`);
    await writeFile(path.join(folder, EJECTED, file.replace('.json', '.tsx')), eject(subject.declaration));
  }
  return names.length;
}

/** The compiler's output for a folder; '' if there are no errors. */
function compile(folder: string): Promise<string> {
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: folder }, (_, out) => resolve(out));
  });
}

const registrySchema = z.object({
  namedComponents: z.object({
    field: z.custom<(key: string) => LazyComponent<NamedFieldProps>>((value) => typeof value === 'function'),
  }),
});

it('page files compile, are known to the checker by their keys, and render what declarations name; ejected pages of every shipped declaration compile', async () => {
  const folder = await copyOfConsole();
  for (const { file, text } of await stepsOfPage()) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  expect(await ejectAll(folder)).toBeGreaterThan(30);
  expect(await compile(folder)).toBe('');
  expect(await readComponentKeys(path.join(folder, 'src/custom'))).toMatchObject({
    field: ['stars'],
    input: ['phone'],
    group: ['contact'],
    list: ['suppliers'],
    show: [],
  });

  const registry: unknown = await import(/* @vite-ignore */ path.join(folder, 'src/app/namedComponents.tsx'));
  const Stars = registrySchema.parse(registry).namedComponents.field('stars');
  await Stars.load();
  const cell = createElement(Stars, { source: 'rating', label: 'Rating' }, '4');
  const markup = renderToStaticMarkup(createElement(RecordContext.Provider, { value: { rating: 4 } }, cell));
  expect(markup).toContain('aria-label="4 of 5">★★★★<');
}, 120_000);
