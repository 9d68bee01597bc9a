import { useState } from 'react';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { bareCardNumber, cardNumberConcern, groupCardNumber } from '#shared/money/cardNumber.ts';
import { useFormatContext } from '../FormatContext.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { useMaskedText } from './useMaskedText.tsx';

/**
 * The number of a card or account. It may be typed or pasted in any groups, and is shown in groups of four when it is
 * left; its value is the digits. A number that looks mistyped is told so, and taken: banks issue such numbers.
 */
export function CardNumberInput(props: FieldInputProps<FieldOf<'text'>>) {
  const { translate } = useFormatContext();
  const { bound, text, isMask, meant, change, selectMask, keep } = useMaskedText(props.field, props.mode);
  // While it is typed it is not yet what it will be, and groups that come and go would move the cursor.
  const [typed, setTyped] = useState<string | null>(null);
  const concern = typed === null && !isMask ? cardNumberConcern(text) : null;
  return (
    <InputText
      {...props}
      bound={bound}
      text={typed ?? (isMask ? text : groupCardNumber(text))}
      onText={(next) => {
        const number = meant(next);
        setTyped(number);
        change(bareCardNumber(number));
      }}
      look={{ onFocus: selectMask }}
      onBlur={() => setTyped(null)}
      htmlInput={{ autoComplete: 'off', inputMode: 'numeric', spellCheck: false }}
      end={keep}
      hint={translate('form.card_hint')}
      warning={concern ? translate(`cardNumber.${concern}`) : null}
    />
  );
}
