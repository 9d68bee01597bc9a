import { describe, expect, it } from 'vitest';
import { problemText } from '@merchant-console/declaration/check';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { createTranslator } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';

const messages = await loadMessages('i18n');

describe('the text of a problem with stored values', () => {
  const textOf = (id: string, rows: number, language: (typeof LANGUAGES)[number] = 'en') =>
    problemText(
      { id, args: { source: 'note', rows, from: 'text', to: 'integer', limit: '"max": 3', max: 20, id: 'x' } },
      createTranslator(messages[language], language),
    );

  it('counts one record or several', () => {
    expect(textOf('S201', 1)).toContain('1 record has a value in it.');
    expect(textOf('S201', 2)).toContain('2 records have a value in it.');
    expect(textOf('S201', 1, 'es')).toContain('1 registro tiene un valor en él.');
  });

  it.each(['S201', 'S202', 'S203', 'S204', 'S205', 'S206', 'S207', 'S208', 'S209', 'S220'])(
    'is one text in each language: %s',
    (id) => {
      for (const language of LANGUAGES)
        for (const rows of [1, 2]) expect(textOf(id, rows, language)).not.toMatch(/\|\||%\{/);
    },
  );
});
