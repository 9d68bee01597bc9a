import CheckedIcon from '@mui/icons-material/CheckBox';
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { ListItemIcon, ListItemText, MenuItem, Select } from '@mui/material';
import { useState } from 'react';
import { filterOf, type Field } from '#shared/declaration/fieldSchema.ts';
import { choiceLabel } from '#shared/format/choiceLabel.ts';
import type { FilterControlProps, NamedChoice } from '../FieldTypeDefinition.ts';
import { useFormatContext, type FormatContext } from '../FormatContext.ts';
import { filterName } from './filterName.ts';
import { FilterPill } from './FilterPill.tsx';
import { FilterPillText } from './FilterPillText.tsx';
import { filterValues } from './filterValues.ts';

const select = {
  height: '100%',
  maxWidth: '100%',
  '& .MuiSelect-select': { display: 'flex', alignItems: 'center', py: 0, pl: 1.25, height: '100%' },
  '&& .MuiOutlinedInput-notchedOutline': { border: 0 },
  '& .MuiSelect-icon': { fontSize: 18, right: 6, top: 'calc(50% - 9px)', color: 'text.secondary' },
  '& .MuiSelect-select.MuiSelect-select': { pr: 3.5 },
};

/** Narrows a list to one choice, or to any of several where the field declares `in`. */
export function ChoiceFilter({ field, label, filter, summary, onChange, choices, onOpen }: FilterControlProps) {
  const context = useFormatContext();
  const several = filterOf(field) === 'in';
  // While it is open it shows what was ticked at once: the list may take its time to follow.
  const [ticked, setTicked] = useState<string[] | null>(null);
  const chosen = ticked ?? filterValues(filter, field.source).map(String);
  const offered = withChosen(choices ?? choicesOf(field, context), chosen, summary);
  const change = (value: string | string[]) => {
    const ids = [value].flat().filter((id) => id !== '');
    setTicked(ids);
    onChange(ids.length === 0 ? {} : { [field.source]: several ? ids : (ids[0] ?? null) });
  };
  return (
    <FilterPill label={label} summary={summary} onRemove={() => onChange({})}>
      <Select<string | string[]>
        size="small"
        displayEmpty
        multiple={several}
        value={several ? chosen : (chosen[0] ?? '')}
        onChange={(event) => change(event.target.value)}
        onOpen={() => onOpen?.()}
        onClose={() => setTicked(null)}
        IconComponent={ExpandMoreIcon}
        renderValue={() => <FilterPillText label={label} summary={summary} />}
        SelectDisplayProps={{ 'aria-label': filterName(label, summary, context.translate) }}
        MenuProps={{ slotProps: { paper: { role: 'region', 'aria-label': label }, list: { dense: true } } }}
        sx={select}
      >
        {!several && <MenuItem value="">{context.translate('filters.any')}</MenuItem>}
        {offered.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {several && (
              <ListItemIcon sx={{ '&&': { minWidth: 28 } }}>
                {chosen.includes(id) ? <CheckedIcon /> : <UncheckedIcon />}
              </ListItemIcon>
            )}
            <ListItemText primary={name} />
          </MenuItem>
        ))}
      </Select>
    </FilterPill>
  );
}

function choicesOf(field: Field, context: FormatContext): NamedChoice[] {
  if (field.type === 'boolean')
    return ['true', 'false'].map((id) => ({ id, name: context.translate(`ra.boolean.${id}`) }));
  if (field.type !== 'enum') return [];
  return field.choices.map(({ id }) => ({ id, name: choiceLabel(id, field, context) }));
}

/** A chosen record that is not among those loaded is offered too, or the select would show nothing for it. */
function withChosen(choices: readonly NamedChoice[], chosen: string[], summary: string): NamedChoice[] {
  const missing = chosen.filter((id) => !choices.some((choice) => choice.id === id));
  return [...choices, ...missing.map((id) => ({ id, name: chosen.length === 1 ? summary : id }))];
}
