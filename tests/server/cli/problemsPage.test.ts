import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROBLEMS } from '@merchant-console/declaration/check';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { createTranslator } from '@merchant-console/declaration';
import { problemsPage } from '#server/cli/resources/problemsPage.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';

const messages = await loadMessages('i18n');

it("docs/declaration-problems.md lists the checker's messages", () => {
  const page = problemsPage(createTranslator(messages.en, 'en'));
  expect(readFileSync('docs/declaration-problems.md', 'utf8')).toBe(page);
});

it('every ID is on it, with a text in each language that uses only its own placeholders', () => {
  for (const language of LANGUAGES) {
    const page = problemsPage(createTranslator(messages[language], language));
    expect(page.match(/^\| R\d{3} /gm)?.length).toBe(Object.keys(PROBLEMS).length);
    expect(page).not.toMatch(/%\{|undefined|declaration\.problems\.R|declaration\.kinds/);
  }
});
