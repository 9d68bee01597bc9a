import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { CardNumberInput } from './CardNumberInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { useMaskedText } from './useMaskedText.tsx';

const KEYBOARD = { email: 'email', url: 'url' } as const;

/** One line of text, or a number that is written as text. */
export function TextInput(props: FieldInputProps<FieldOf<'text'>>) {
  return props.field.format === 'card' ? <CardNumberInput {...props} /> : <PlainInput {...props} />;
}

/** White space around it goes when the input is left, because it comes from pasting. */
function PlainInput(props: FieldInputProps<FieldOf<'text'>>) {
  const { format } = props.field;
  const { bound, text, meant, change, selectMask, keep } = useMaskedText(props.field, props.mode);
  return (
    <InputText
      {...props}
      bound={bound}
      text={text}
      onText={(typed) => change(meant(typed))}
      look={{ onFocus: selectMask }}
      onBlur={() => text !== text.trim() && change(text.trim())}
      htmlInput={{
        autoComplete: 'off',
        ...((format === 'email' || format === 'url') && {
          ...{ inputMode: KEYBOARD[format], autoCapitalize: 'none', spellCheck: false },
        }),
      }}
      end={keep}
    />
  );
}
