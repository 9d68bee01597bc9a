import type { MoneyCard, MoneyForm } from '#shared/contract/moneyForms.ts';
import type { FormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { ruleInWords } from './moneyWords.ts';
import type { Place } from './PlaceSelect.tsx';

/** What can be chosen: cards with those that can't be used yet, or channels with what they ask for. */
export function placesOf({ choice }: MoneyKind, { cards, channels }: MoneyForm, context: FormatContext): Place[] {
  if (choice === 'bankcard_id') return cards.map((card) => cardPlace(card, context));
  return channels.map((channel) => ({
    ...{ id: channel.id, name: channel.name, isDisabled: false },
    detail: context.translate('moneyForms.fee_is', { rule: ruleInWords(channel, context) }),
  }));
}

function cardPlace({ id, bank_name, card_number, name, state, usable_at }: MoneyCard, context: FormatContext): Place {
  const { translate } = context;
  const detail = {
    usable: () => name,
    cooling_off: () => translate('moneyForms.usable_from', { at: formatInstant(usable_at, context) }),
    disabled: () => translate('moneyForms.card_disabled'),
  }[state]();
  return { id, name: `${bank_name} ${card_number}`, detail, isDisabled: state !== 'usable' };
}
