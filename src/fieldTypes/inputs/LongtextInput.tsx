import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { useBoundField } from './useBoundField.ts';

/** Several lines. */
export function LongtextInput(props: FieldInputProps<FieldOf<'longtext'>>) {
  const bound = useBoundField(props.field);
  const change = (text: string) => bound.change(text === '' ? null : text);
  return (
    <InputText
      {...props}
      bound={bound}
      text={plainText(bound.value)}
      onText={change}
      look={{ multiline: true, minRows: 3, maxRows: 12 }}
    />
  );
}
