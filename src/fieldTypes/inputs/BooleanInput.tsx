import { Checkbox, FormControl, FormControlLabel, FormHelperText, MenuItem } from '@mui/material';
import { useId } from 'react';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '../FormatContext.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useBelowInput } from './useBelowInput.ts';
import { useBoundField } from './useBoundField.ts';

type BooleanProps = FieldInputProps<FieldOf<'boolean'>>;

/**
 * A box to tick where the field always has a value, because it is required or has a default. Where it may have none,
 * a box could not say so: there it is a choice of yes, no and nothing.
 */
export function BooleanInput(props: BooleanProps) {
  const { required, default: value } = props.field;
  return required === true || value !== undefined ? <Tick {...props} /> : <YesOrNo {...props} />;
}

function Tick({ field, label, disabled }: BooleanProps) {
  const bound = useBoundField(field);
  const helpId = useId();
  return (
    <FormControl error={bound.problem !== null} disabled={disabled} fullWidth>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            name={bound.name}
            checked={bound.value === true}
            indeterminate={typeof bound.value !== 'boolean'}
            onChange={(_event, checked) => bound.change(checked)}
            onBlur={bound.blur}
            slotProps={{ input: { ref: bound.ref, 'aria-describedby': helpId } }}
          />
        }
      />
      <FormHelperText id={helpId}>{useBelowInput(field, bound.problem)}</FormHelperText>
    </FormControl>
  );
}

function YesOrNo(props: BooleanProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const value = typeof bound.value === 'boolean' ? String(bound.value) : '';
  return (
    <ChoiceInput
      {...props}
      bound={bound}
      value={value}
      onChoose={(chosen) => bound.change(chosen === '' ? null : chosen === 'true')}
    >
      {['true', 'false'].map((id) => (
        <MenuItem key={id} value={id}>
          {translate(`ra.boolean.${id}`)}
        </MenuItem>
      ))}
    </ChoiceInput>
  );
}
