import { Box } from '@mui/material';
import { useEffect, useMemo } from 'react';
import { useEvent } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { plainText, currencyCodes } from '@merchant-console/declaration';
import { type FieldInputProps, useFormatContext } from '@merchant-console/ra-declared';
import { BoundAutocomplete, findsZone, useBoundField, zoneChoices } from '@merchant-console/ra-declared/internal';

interface Suggestion {
  value: string;
  /** Shown beside the value. */
  about: string;
}

interface SuggestedTextProps extends FieldInputProps {
  suggestions: readonly Suggestion[];
  /** Default of a new record. */
  initial: string;
  /** True if the typed text matches the suggestion. */
  finds(suggestion: Suggestion, typed: string): boolean;
}

/** Text input that suggests known values while the user types. */
function SuggestedText({ field, label, mode, disabled, suggestions, initial, finds }: SuggestedTextProps) {
  const bound = useBoundField(field);
  const text = plainText(bound.value);
  const value = text === '' ? null : (suggestions.find((one) => one.value === text) ?? { value: text, about: '' });
  const { resetField } = useFormContext();
  // Only initially, so the user can empty it. It doesn't count as the user's change, so leaving doesn't ask.
  const begin = useEvent(() => {
    if (mode === 'create' && text === '') resetField(field.source, { defaultValue: initial });
  });
  useEffect(() => begin(), [begin]);
  return (
    <BoundAutocomplete
      field={field}
      label={label}
      bound={bound}
      disabled={disabled}
      value={value}
      options={value && !suggestions.includes(value) ? [value, ...suggestions] : [...suggestions]}
      getOptionLabel={(one) => one.value}
      getOptionKey={(one) => one.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      filterOptions={(all, { inputValue }) => (inputValue === text ? all : all.filter((one) => finds(one, inputValue)))}
      onChange={(_event, choice) => bound.change(choice?.value ?? null)}
      renderOption={({ key, ...props }, { value: name, about }) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 2 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {name}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
            {about}
          </Box>
        </Box>
      )}
    />
  );
}

/** A currency code, searchable by code or name. Defaults to the user's currency in a new record. */
export function CurrencyInput(props: FieldInputProps) {
  const { language, currencyData } = useFormatContext();
  const suggestions = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return currencyCodes().map((value) => ({ value, about: names.of(value) ?? value }));
  }, [language]);
  return <SuggestedText {...props} suggestions={suggestions} finds={findsCurrency} initial={currencyData.currency} />;
}

function findsCurrency({ value, about }: Suggestion, typed: string): boolean {
  return `${value} ${about}`.toLowerCase().includes(typed.trim().toLowerCase());
}

/** An IANA time zone, searchable by place or offset. Defaults to the user's zone in a new record. */
export function TimeZoneInput(props: FieldInputProps) {
  const { clock, currencyData } = useFormatContext();
  const { time_zone: own } = currencyData;
  const suggestions = useMemo(
    () => zoneChoices(clock.now(), [own]).map(({ name, offset }) => ({ value: name, about: offset })),
    [clock, own],
  );
  return (
    <SuggestedText
      {...props}
      suggestions={suggestions}
      initial={own}
      finds={({ value, about }, typed) => findsZone({ name: value, offset: about }, typed)}
    />
  );
}
