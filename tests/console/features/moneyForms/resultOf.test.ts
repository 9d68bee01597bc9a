import { describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { declarationSchema, toResource, createTranslator } from '@merchant-console/declaration';
import { PAYMENT, RECHARGE, WITHDRAW } from '#console/features/moneyForms/moneyKinds.ts';
import { caretInGroups } from '../../../../packages/ra-declared/src/fields/text/TextInput.tsx';
import { requestOutcome, shownResult } from '#console/features/moneyForms/MoneyResult.tsx';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { LANGUAGES } from '@merchant-console/declaration/languages';

async function declared(name: string) {
  return toResource(declarationSchema.parse(JSON.parse(await readFile(`resources/${name}.json`, 'utf8'))));
}

describe('the result of a request', () => {
  const asked = { id: '1', amount: '1000', fee: '50', arrival_amount: '1000', deduction: 'outer', currency: 'CNY' };

  it.each([
    [WITHDRAW, 'pending', { payee_gets: '1000', frozen: '1050' }],
    [WITHDRAW, 'processing', { payee_gets: '1000', frozen: '1050' }],
    [WITHDRAW, 'success', { payee_received: '1000', debited: '1050' }],
    [WITHDRAW, 'failed', { given_back: '1050' }],
    [WITHDRAW, 'rejected', { given_back: '1050' }],
    [WITHDRAW, 'cancelled', { given_back: '1050' }],
    [RECHARGE, 'pending_payment', { payer_pays: '1050', net_expected: '1000' }],
    [RECHARGE, 'pass', { payer_paid: '1050', net: '1000' }],
    [RECHARGE, 'reject', {}],
  ])('of $resource says what is true while it is %s', async (kind, status, amounts) => {
    const { fields } = await declared(kind.resource);
    const shown = shownResult(kind, fields, { ...asked, status });
    const sources = shown.fields.map(({ source }) => source);
    expect(sources).toEqual(['status', 'amount', 'fee', ...Object.keys(amounts)]);
    expect(shown.record).toMatchObject(amounts);
  });

  it("shows nothing that doesn't follow from the record", async () => {
    const { fields } = await declared('payment_requests');
    const shown = shownResult(PAYMENT, fields, { id: '1', amount: '1000', fee: '50', remark: null });
    expect(shown.fields.map(({ source }) => source)).toEqual(['amount', 'fee']);
  });

  it.each(LANGUAGES)('says in %s what happens next, in every status', async (language) => {
    const translate = createTranslator(await loadMessages(language), language);
    for (const kind of [WITHDRAW, RECHARGE, PAYMENT]) {
      const { fields } = await declared(kind.resource);
      const status = fields.find(({ source }) => source === 'status');
      const states = status?.type === 'enum' ? status.choices.map(({ id }) => id) : [];
      expect(states.length).toBeGreaterThan(2);
      for (const state of states) {
        expect(translate(`moneyForms.next.${kind.resource}.${state}`, { _: '' })).not.toBe('');
        expect(translate(`moneyForms.${kind.page}.${requestOutcome(state)}`, { _: '' })).not.toBe('');
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
])('the caret after %i grouped digits is at %i', (digits, place) => expect(caretInGroups(digits)).toBe(place));
