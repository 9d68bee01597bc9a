import { useState } from 'react';
import { choiceLabel, type Field } from '@merchant-console/declaration';
import type { FilterControlProps, NamedChoice } from '../FieldTypeDefinition.ts';
import { useFormatContext, type FormatContext } from '../../ui/FormatContext.ts';
import { SelectButton } from './SelectButton.tsx';
import { filterName, FilterPill, pillButton, FilterPillText } from '../filters/FilterPill.tsx';
import { filterValues, takesSeveral } from '../filters/filterValues.ts';

/** Filters a list by one choice, or by any of several if the field declares `in`. */
export function ChoiceFilter({ field, label, filter, summary, onChange, choices, onOpen }: FilterControlProps) {
  const context = useFormatContext();
  const several = takesSeveral(field);
  // While the menu is open, shows the ticked choices immediately, because the list may follow with a delay.
  const [ticked, setTicked] = useState<string[] | null>(null);
  const chosen = ticked ?? filterValues(filter, field.source).map(String);
  const offered = withChosen(choices ?? choicesOf(field, context), chosen, summary);
  const any = several ? [] : [{ id: '', name: context.translate('filters.any') }];
  const press = (id: string) => {
    const ids = several ? toggled(chosen, id) : [id].filter((one) => one !== '');
    setTicked(ids);
    onChange(ids.length === 0 ? {} : { [field.source]: several ? ids : (ids[0] ?? null) });
  };
  return (
    <FilterPill label={label} summary={summary} onRemove={() => onChange({})}>
      <SelectButton
        label={label}
        several={several}
        name={{ 'aria-label': filterName(label, summary, context.translate) }}
        choices={[...any, ...offered]}
        chosen={several || chosen.length > 0 ? chosen : ['']}
        onPress={press}
        {...(onOpen && { onOpen })}
        onClose={() => setTicked(null)}
        sx={pillButton}
      >
        <FilterPillText label={label} summary={summary} />
      </SelectButton>
    </FilterPill>
  );
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

function choicesOf(field: Field, context: FormatContext): NamedChoice[] {
  if (field.type === 'boolean')
    return ['true', 'false'].map((id) => ({ id, name: context.translate(`ra.boolean.${id}`) }));
  if (field.type !== 'enum') return [];
  return field.choices.map(({ id }) => ({ id, name: choiceLabel(id, field, context) }));
}

/** Adds chosen records that aren't among those loaded. Without them, the select would show nothing. */
function withChosen(choices: readonly NamedChoice[], chosen: string[], summary: string): NamedChoice[] {
  const missing = chosen.filter((id) => !choices.some((choice) => choice.id === id));
  return [...choices, ...missing.map((id) => ({ id, name: chosen.length === 1 ? summary : id }))];
}
