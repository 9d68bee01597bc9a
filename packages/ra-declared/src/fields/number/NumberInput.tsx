import { InputAdornment } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import {
  decimalText,
  decimalUnits,
  type FieldOf,
  formatAmount,
  isWholeNumber,
  parseAmount,
  plainText,
  scaleOfCurrency,
} from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useFormPart } from '../inputs/formPart.ts';
import { InputText } from '../inputs/InputText.tsx';
import { Unreadable, useBoundField, useTyped, type BoundField } from '../inputs/useBoundField.ts';

type NumberField = FieldOf<'money'> | FieldOf<'decimal'> | FieldOf<'rate'> | FieldOf<'integer'>;

interface NumberInputProps extends FieldInputProps<NumberField>, TypedNumber {
  unit: string;
  toWire?(digits: string): string | number;
  toDigits?(value: string): string;
}

/** Text input for a number. A number input would round what it can't hold. */
function NumberInput({ scale, signed, unit, toWire, toDigits, ...props }: NumberInputProps) {
  const bound = useBoundField(props.field);
  const typed = useTypedNumber(bound, { scale, signed }, toWire, toDigits);
  return (
    <InputText
      {...props}
      bound={bound}
      text={typed.text}
      onText={typed.type}
      onBlur={typed.tidy}
      htmlInput={{ inputMode: scale === 0 && !signed ? 'numeric' : 'decimal', autoComplete: 'off' }}
      end={unit && <InputAdornment position="end">{unit}</InputAdornment>}
      look={{ sx: { '& input': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } } }}
    />
  );
}

/** Input for an amount, in the currency's notation. Exact up to 2^63 - 1 minor units. */
export function MoneyInput(props: FieldInputProps<FieldOf<'money'>>) {
  const { field } = props;
  const { currencyData } = useFormatContext();
  const { nameOf } = useFormPart();
  const watched: unknown = useWatch({ name: nameOf(field.currency ?? field.source) });
  const currency = (field.currency !== undefined && plainText(watched)) || currencyData.currency;
  const scale = scaleOfCurrency(currency, currencyData);
  const signed = field.min?.startsWith('-') ?? false;
  return <NumberInput {...props} scale={scale} signed={signed} unit={currency} />;
}

/** Typed in percent, stored in hundredths of a percent. */
export function RateInput(props: FieldInputProps<FieldOf<'rate'>>) {
  return <NumberInput {...props} scale={2} signed={(props.field.min ?? -1) < 0} unit="%" toWire={Number} />;
}

export function IntegerInput(props: FieldInputProps<FieldOf<'integer'>>) {
  return <NumberInput {...props} scale={0} signed={(props.field.min ?? -1) < 0} unit="" toWire={Number} />;
}

/** Typed as amounts are, in each language. Exact up to 18 digits. */
export function DecimalInput(props: FieldInputProps<FieldOf<'decimal'>>) {
  const { scale, min } = props.field;
  const toWire = (digits: string) => decimalText(BigInt(digits), scale);
  return (
    <NumberInput
      {...props}
      scale={scale}
      signed={min?.startsWith('-') ?? true}
      unit=""
      toWire={toWire}
      toDigits={digitsAt(scale)}
    />
  );
}

/** Converts a decimal number to units of its last decimal. */
function digitsAt(scale: number) {
  return (value: string) => decimalUnits(value, scale)?.toString() ?? value;
}

/** Format of a typed number. */
interface TypedNumber {
  /** Number of decimals typed. */
  scale: number;
  /** True if it may be below 0. */
  signed: boolean;
}

/**
 * Text of an input for a number. It stays as typed even after the currency changes, because it is what the user means.
 *
 * @param toWire converts digits in units of the last decimal to the form's value. Default: the digits
 * @param toDigits the reverse
 */
export function useTypedNumber(
  { value, change }: BoundField,
  format: TypedNumber,
  toWire: (digits: string) => string | number = String,
  toDigits: (value: string) => string = String,
) {
  const { scale } = format;
  const read = (text: string) => {
    const digits = readTypedNumber(text, format);
    return digits === null || digits instanceof Unreadable ? digits : toWire(digits);
  };
  const typed = useTyped(value, change, { read, show: (shown) => showTypedNumber(shown, scale, toDigits) });
  const lastScale = useRef(scale);
  useEffect(() => {
    if (lastScale.current === scale) return;
    lastScale.current = scale;
    // Decimals that are all zero are no reason to reject it.
    if (typed.text !== '') typed.type(typed.text.replace(/\.0+$/, ''));
  });
  return typed;
}

/** Reads typed text as digits in stored units (`1,234.5` → `123450` at scale 2); null if empty. Exact at any length. */
function readTypedNumber(typed: string, { scale, signed }: TypedNumber): string | null | Unreadable {
  const text = typed.trim();
  if (text === '') return null;
  const isNegative = signed && text.startsWith('-');
  const parsed = parseAmount(isNegative ? text.slice(1) : text, scale);
  if (!parsed.ok) return new Unreadable(typed, `amount.${parsed.problem}`, { scale });
  return isNegative && parsed.minor !== '0' ? `-${parsed.minor}` : parsed.minor;
}

/** A stored number as users write it. */
export function showTypedNumber(value: unknown, scale: number, toDigits: (value: string) => string = String): string {
  if (value instanceof Unreadable) return value.typed;
  const text = toDigits(plainText(value));
  return isWholeNumber(text) ? formatAmount(text, scale) : text;
}
