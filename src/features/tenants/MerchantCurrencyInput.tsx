import { useEffect } from 'react';
import { useEvent, useGetMany, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { plainText } from '@merchant-console/declaration';
import { type FieldInputProps, useFormatContext } from '@merchant-console/ra-declared';
import { errorText, InputText, useBoundField } from '@merchant-console/ra-declared/internal';

type Merchant = RaRecord<string> & { currency: string };

/** Read-only currency of the form's merchant (`tenant_id`). Empty until a merchant is chosen. */
export function MerchantCurrencyInput({ field, label, disabled }: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const merchantId = plainText(useWatch({ name: 'tenant_id' }));
  const { data, error } = useGetMany<Merchant>('merchants', { ids: [merchantId] }, { enabled: merchantId !== '' });
  const merchant = data?.find(({ id }) => id === merchantId);
  const currency = merchant?.currency ?? null;
  const follow = useEvent((value: string | null) => {
    if (bound.value !== value) bound.change(value);
  });
  useEffect(() => follow(currency), [follow, currency]);
  return (
    <InputText
      field={field}
      label={label}
      disabled={disabled}
      bound={bound}
      text={plainText(bound.value)}
      onText={() => {}}
      htmlInput={{ readOnly: true }}
      warning={error ? errorText(error, translate) : null}
      shrink={currency !== null}
    />
  );
}
