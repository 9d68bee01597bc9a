import { describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { declarationSchema } from '#shared/declaration/declarationSchema.ts';
import { toResource } from '#shared/declaration/resource.ts';
import { PAYMENT, RECHARGE, WITHDRAW } from '#console/pages/moneyForms/moneyKinds.ts';
import { caretInGroups } from '#console/pages/moneyForms/caretInGroups.ts';
import { outcomeOf, resultFields, withDebit } from '#console/pages/moneyForms/resultOf.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { createTranslator } from '#shared/i18n/translator.ts';

async function declared(name: string) {
  return toResource(declarationSchema.parse(JSON.parse(await readFile(`resources/${name}.json`, 'utf8'))));
}

describe('the result of a request', () => {
  const asked = { id: '1', amount: '1000', fee: '50', arrival_amount: '1000', deduction: 'outer', currency: 'CNY' };

  it('shows what has a value, and what the payer gives', async () => {
    const { fields } = await declared('withdrawals');
    const record = withDebit(asked);
    expect(record['debit_amount']).toBe('1050');
    expect(resultFields(WITHDRAW, fields, record).map(({ source }) => source)).toEqual([
      ...['amount', 'fee', 'debit_amount', 'arrival_amount'],
    ]);
    expect(withDebit({ ...asked, deduction: 'inner' })['debit_amount']).toBe('1000');
    expect(withDebit({ id: '1', amount: '1000', fee: '50' })).toEqual({ id: '1', amount: '1000', fee: '50' });
  });

  it.each(LANGUAGES)('says in %s what happens next, in every state that there is', async (language) => {
    const translate = createTranslator(await loadMessages(language), language);
    for (const kind of [WITHDRAW, RECHARGE, PAYMENT]) {
      const { fields } = await declared(kind.resource);
      const status = fields.find(({ source }) => source === 'status');
      const states = status?.type === 'enum' ? status.choices.map(({ id }) => id) : [];
      expect(states.length).toBeGreaterThan(2);
      for (const state of states) {
        expect(translate(`moneyForms.next.${kind.resource}.${state}`, { _: '' })).not.toBe('');
        expect(translate(`moneyForms.${kind.page}.${outcomeOf(state)}`, { _: '' })).not.toBe('');
      }
    }
  });
});

it.each([
  [0, 0],
  [1, 1],
  [4, 4],
  [5, 6],
  [8, 9],
  [9, 11],
])('the caret behind %i digits in groups stands at %i', (digits, place) => expect(caretInGroups(digits)).toBe(place));
