import { useMemo } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { findsZone, zoneChoices } from '#console/fields/datetime/localTime.ts';
import type { FieldInputProps } from '#console/fields/inputs/FieldInputProps.ts';
import { SuggestedText } from './SuggestedText.tsx';

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
