import { ListItemText, MenuItem, TextField } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { type Field, plainText } from '@merchant-console/declaration';
import type { FormatContext } from '@merchant-console/ra-declared';
import { formatInstant, useBoundField, withReason } from '@merchant-console/ra-declared/internal';
import type { MoneyCard, MoneyForm } from '#shared/contract/moneyForms.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { ruleInWords } from './feeRule.ts';

/** A card or channel in the selection. */
interface MoneyPlace {
  id: string;
  name: string;
  /** Distinguishing details, or the reason why it can't be chosen. */
  detail: string;
  isDisabled: boolean;
}

interface PlaceSelectProps {
  field: Field;
  label: string;
  places: readonly MoneyPlace[];
  refusal: string | null;
}

/** Select for a card or a channel. */
export function PlaceSelect({ field, label, places, refusal }: PlaceSelectProps) {
  const bound = useBoundField(field);
  const { clearErrors } = useFormContext();
  const chosen = places.find(({ id }) => id === plainText(bound.value));
  const problem = bound.problem ?? refusal;
  return (
    <TextField
      select
      fullWidth
      name={bound.name}
      label={label}
      required
      // An option that is no longer offered stays selected, so that the form can say why it is rejected.
      value={chosen?.id ?? ''}
      inputRef={bound.ref}
      onChange={(event) => {
        // The message about the amount applied to the previous choice.
        clearErrors('amount');
        bound.change(event.target.value);
      }}
      onBlur={bound.blur}
      error={problem !== null}
      helperText={problem ?? (chosen?.detail || ' ')}
      slotProps={{
        select: { renderValue: () => chosen?.name ?? '', SelectDisplayProps: { 'aria-required': true } },
      }}
    >
      {places.map(({ id, name, detail, isDisabled }) => (
        <MenuItem key={id} value={id} disabled={isDisabled} sx={withReason}>
          <ListItemText primary={name} secondary={detail} sx={{ my: 0 }} />
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The options: cards including those that can't be used yet, or channels with their fees. */
export function placesOf({ choice }: MoneyKind, { cards, channels }: MoneyForm, context: FormatContext): MoneyPlace[] {
  if (choice === 'bankcard_id') return cards.map((card) => cardPlace(card, context));
  return channels.map((channel) => ({
    id: channel.id,
    name: channel.name,
    isDisabled: false,
    detail: context.translate('moneyForms.fee_is', { rule: ruleInWords(channel, context) }),
  }));
}

function cardPlace(
  { id, bank_name, card_number, name, state, usable_at }: MoneyCard,
  context: FormatContext,
): MoneyPlace {
  const { translate } = context;
  const detail = {
    usable: () => name,
    cooling_off: () => translate('moneyForms.usable_from', { at: formatInstant(usable_at, context) }),
    disabled: () => translate('moneyForms.card_disabled'),
  }[state]();
  return { id, name: `${bank_name} ${card_number}`, detail, isDisabled: state !== 'usable' };
}
