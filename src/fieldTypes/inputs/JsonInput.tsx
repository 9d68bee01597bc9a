import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { readTypedJson, showTypedJson } from './readTypedJson.ts';
import { useBoundField } from './useBoundField.ts';
import { useTyped } from './useTyped.ts';

const MONOSPACED = { '& textarea': { fontFamily: 'monospace', fontSize: '0.8125rem', lineHeight: 1.6 } };

/** Any JSON value, as text. What is wrong is said with its line. */
export function JsonInput(props: FieldInputProps<FieldOf<'json'>>) {
  const bound = useBoundField(props.field);
  const typed = useTyped(bound.value, bound.change, { read: readTypedJson, show: showTypedJson });
  return (
    <InputText
      {...props}
      bound={bound}
      text={typed.text}
      onText={typed.type}
      onBlur={typed.tidy}
      htmlInput={{ spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' }}
      look={{ multiline: true, minRows: 4, maxRows: 20, sx: MONOSPACED }}
    />
  );
}
