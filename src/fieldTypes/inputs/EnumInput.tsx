import { MenuItem } from '@mui/material';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { choiceLabel } from '#shared/format/choiceLabel.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '../FormatContext.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useBoundField } from './useBoundField.ts';

/** One of a few words. */
export function EnumInput(props: FieldInputProps<FieldOf<'enum'>>) {
  const { field } = props;
  const context = useFormatContext();
  const bound = useBoundField(field);
  const value = plainText(bound.value);
  // A record may hold a choice that is not offered any more.
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
