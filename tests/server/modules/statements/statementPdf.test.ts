import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Statement } from '#shared/contract/statements.ts';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { statementPdf } from '#server/modules/statements/statementPdf.ts';
import { readPdfRows } from '#tests/support/readPdfRows.ts';

let translators: ReturnType<typeof translatorsOf>;
beforeAll(async () => {
  translators = translatorsOf(await loadMessages(path.join(import.meta.dirname, '../../../../i18n')));
});

const STATEMENT: Omit<Statement, 'merchant'> = {
  time_zone: 'Asia/Shanghai',
  generated_at: '2026-11-21T04:00:00.000Z',
  today: '2026-11-21',
  period: { from: '2026-11-20', to: '2026-11-20' },
  currencies: [],
  statements: [],
};
const own = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'UTC' } as const;

it.each(LANGUAGES)('cuts names that are too long for their places (%s)', async (language) => {
  const name = '海星优选商贸有限公司'.repeat(12);
  const statement = { ...STATEMENT, merchant: { name, merchant_no: 'M100001' } };
  const deps = { language, translate: translators[language], own, userName: name };
  const [rows = []] = readPdfRows(await buffer(statementPdf({ statement, lines: new Map() }, deps)));
  expect(rows[0]?.join('')).toMatch(/^海星/);
  expect(rows.flat().filter((text) => text.endsWith('…'))).toHaveLength(2);
});
