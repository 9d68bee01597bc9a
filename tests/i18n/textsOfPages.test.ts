import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { textsOfPages } from '../../scripts/textsOfPages.mjs';
import { flatTexts } from './flatTexts.ts';
import { usedKeys } from './usedKeys.ts';

/** In source code `list.sort` may also be a path in a declaration. */
const AMBIGUOUS = ['list'];

describe('the texts that are packed with ra-declared', () => {
  const english = textsOfPages('en');
  const keys = [...flatTexts(english).keys()];

  it('are all that its sources name, besides those of react-admin', () => {
    const folder = 'packages/ra-declared/src';
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const namespaces = Object.keys(english).filter((name) => !AMBIGUOUS.includes(name));
    const used = sources.flatMap((file) => [...usedKeys(readFileSync(path.join(folder, file), 'utf8'), namespaces)]);
    expect(used.filter((key) => !key.startsWith('ra.') && !keys.includes(key))).toEqual([]);
    expect(new Set(used).size).toBeGreaterThan(150);
  });

  it.each(LANGUAGES)('are the same in %s', (language) => {
    expect([...flatTexts(textsOfPages(language)).keys()].toSorted()).toEqual(keys.toSorted());
  });
});
