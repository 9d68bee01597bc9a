import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checkDeclarations, type DeclarationFile } from '@merchant-console/declaration/check';
import { inWords, percentiles } from './percentiles.ts';

const COUNT = 200;
const RUNS = 20;

const declarationSchema = z.looseObject({ name: z.string() });

/** Time to check as many declarations as a large console has, all at once: the shipped ones and copies. */
export function measureDeclarations(): string[] {
  const shipped = readdirSync('resources').filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'));
  const files = Array.from({ length: COUNT }, (_, at): DeclarationFile => {
    const file = shipped[at % shipped.length] ?? '';
    const text = readFileSync(path.join('resources', file), 'utf8');
    return at < shipped.length ? { file, text } : copyOf(text, at);
  });
  const size = files.reduce((sum, { text }) => sum + text.length, 0) / 1024;
  const wrong = files.map(({ file, text }) => ({ file, text: text.replaceAll('"sortable"', '"sortabel"') }));
  return [
    `${COUNT} declarations, ${size.toFixed(0)} KB, checked: ${inWords(percentiles(times(files)))}`,
    `the same with mistakes in each: ${inWords(percentiles(times(wrong)))}`,
  ];
}

/** A resource with another name and the same fields. No other resource refers to it. */
function copyOf(text: string, at: number): DeclarationFile {
  const { endpoint: _, show: __, ...declaration } = declarationSchema.parse(JSON.parse(text));
  const name = `${declaration.name}_${at}`;
  return { file: `${name}.json`, text: JSON.stringify({ ...declaration, name }, null, 2) };
}

function times(files: readonly DeclarationFile[]): number[] {
  return Array.from({ length: RUNS }, () => {
    const began = performance.now();
    checkDeclarations(files, {});
    return performance.now() - began;
  });
}
