import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useId } from 'react';
import { choiceLabel, plainText } from '@merchant-console/declaration';
import { useFormatContext, type FormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useBelowInput, useBoundField } from '../inputs/useBoundField.ts';

interface Option {
  id: string;
  name: string;
  value: unknown;
}

/** Shows all choices of an enum, or yes and no. An optional field also has a choice of none. */
export function RadioInput({ field, label, disabled }: FieldInputProps) {
  const context = useFormatContext();
  const bound = useBoundField(field);
  const labelId = useId();
  const helpId = useId();
  const options = optionsOf(field, context);
  const chosen = plainText(bound.value);
  return (
    <FormControl error={bound.problem !== null} disabled={disabled} fullWidth>
      <FormLabel id={labelId} required={field.required === true} sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        name={bound.name}
        aria-labelledby={labelId}
        aria-describedby={helpId}
        value={chosen}
        onChange={(_event, id) => bound.change(options.find((option) => option.id === id)?.value ?? null)}
        onBlur={bound.blur}
      >
        {options.map(({ id, name }, index) => (
          <FormControlLabel
            key={id}
            value={id}
            label={name}
            control={<Radio size="small" slotProps={{ input: { ref: index === 0 ? bound.ref : null } }} />}
          />
        ))}
      </RadioGroup>
      <FormHelperText id={helpId}>{useBelowInput(field, bound.problem)}</FormHelperText>
    </FormControl>
  );
}

function optionsOf(field: FieldInputProps['field'], context: FormatContext): Option[] {
  const none = field.required === true ? [] : [{ id: '', name: context.translate('form.no_choice'), value: null }];
  if (field.type === 'enum')
    return [...none, ...field.choices.map(({ id }) => ({ id, name: choiceLabel(id, field, context), value: id }))];
  const answers = [true, false].map((value) => ({
    id: String(value),
    name: context.translate(`ra.boolean.${value}`),
    value,
  }));
  return [...none, ...answers];
}
