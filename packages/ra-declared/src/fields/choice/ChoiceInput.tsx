import { MenuItem, TextField, Checkbox, FormControl, FormControlLabel, FormHelperText } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { choiceLabel, type FieldOf, plainText } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useBelowInput, useBoundField, type BoundField } from '../inputs/useBoundField.ts';

interface ChoiceInputProps extends Pick<FieldInputProps, 'field' | 'label' | 'disabled'> {
  bound: BoundField;
  /** '' if nothing is chosen. */
  value: string;
  onChoose(value: string): void;
  children: ReactNode[];
}

/** A drop-down list of choices. If the field isn't required, users can also choose none. */
export function ChoiceInput({ field, label, disabled, bound, value, onChoose, children }: ChoiceInputProps) {
  const { translate } = useFormatContext();
  const below = useBelowInput(field, bound.problem);
  return (
    <TextField
      select
      fullWidth
      name={bound.name}
      label={label}
      required={field.required === true}
      disabled={disabled}
      value={value}
      inputRef={bound.ref}
      onChange={(event) => onChoose(event.target.value)}
      onBlur={bound.blur}
      error={bound.problem !== null}
      helperText={below}
      slotProps={{
        htmlInput: { required: false },
        select: { SelectDisplayProps: { 'aria-required': field.required === true } },
      }}
    >
      {field.required !== true && (
        <MenuItem value="" sx={{ color: 'text.secondary' }}>
          {translate('form.no_choice')}
        </MenuItem>
      )}
      {children}
    </TextField>
  );
}

/** Input for one of a few choices. */
export function EnumInput(props: FieldInputProps<FieldOf<'enum'>>) {
  const { field } = props;
  const context = useFormatContext();
  const bound = useBoundField(field);
  const value = plainText(bound.value);
  // A record may have a choice that is no longer offered.
  const ids = field.choices.map(({ id }) => id);
  const offered = value === '' || ids.includes(value) ? ids : [...ids, value];
  return (
    <ChoiceInput {...props} bound={bound} value={value} onChoose={(id) => bound.change(id === '' ? null : id)}>
      {offered.map((id) => (
        <MenuItem key={id} value={id}>
          {choiceLabel(id, field, context)}
        </MenuItem>
      ))}
    </ChoiceInput>
  );
}

type BooleanProps = FieldInputProps<FieldOf<'boolean'>>;

/**
 * A checkbox if the field always has a value, because it is required or has a default. Otherwise a choice of yes, no
 * and none, because a checkbox can't show a missing value.
 */
export function BooleanInput(props: BooleanProps) {
  const { required, default: value } = props.field;
  return required === true || value !== undefined ? <Tick {...props} /> : <YesOrNo {...props} />;
}

function Tick({ field, label, disabled }: BooleanProps) {
  const bound = useBoundField(field);
  const below = useBelowInput(field, bound.problem).trim();
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
            slotProps={{ input: { ref: bound.ref, 'aria-describedby': below === '' ? undefined : helpId } }}
          />
        }
      />
      {below !== '' && <FormHelperText id={helpId}>{below}</FormHelperText>}
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
