import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadLoginTexts } from '#console/i18n/loadLoginTexts.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { flatTexts } from '#tests/i18n/flatTexts.ts';
import { usedKeys } from '#tests/i18n/usedKeys.ts';

const BEFORE_SIGN_IN = [
  ...readdirSync('src/entry/login').map((file) => `src/entry/login/${file}`),
  'src/entry/Gate.tsx',
  'src/app/backend.ts',
  'packages/ra-provider/src/ApiError.ts',
  'packages/ra-provider/src/SessionDataError.ts',
];

const namespaces = [...new Set([...flatTexts(await loadMessages('en')).keys()].map((key) => key.split('.')[0] ?? ''))];
const wanted = new Set(BEFORE_SIGN_IN.flatMap((file) => [...usedKeys(readFileSync(file, 'utf8'), namespaces)]));

describe.each(LANGUAGES)('the texts that the login page fetches in %s', (language) => {
  it('are all texts shown before sign-in', async () => {
    expect(wanted).toContain('login.title');
    const texts = flatTexts(await loadLoginTexts(language));
    expect([...wanted].filter((key) => !texts.has(key))).toEqual([]);
  });

  it('are not those of the whole console', async () => {
    expect(Object.keys(await loadLoginTexts(language))).not.toContain('menu');
  });
});
