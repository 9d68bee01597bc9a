/** Most decimals of a field of type decimal. */
export const MAX_SCALE = 9;

/** A decimal number: the value is `units / 10 ** scale`. */
export interface Scaled {
  units: bigint;
  scale: number;
}

const DECIMAL = /^(-?)(\d{1,60})(?:\.(\d{1,30}))?$/;

/** Parses `-12.50`. Returns null for anything else, such as exponents, signs and separators. */
export function readScaled(text: string): Scaled | null {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? null : { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/**
 * The number in units of `10 ** -scale`: `"12.5"` at scale 3 → `12500n`. Null if it isn't a decimal number, or has other
 * decimals than zeros beyond the scale.
 */
export function decimalUnits(text: string, scale: number): bigint | null {
  const read = readScaled(text);
  if (!read) return null;
  if (read.scale <= scale) return read.units * 10n ** BigInt(scale - read.scale);
  const divisor = 10n ** BigInt(read.scale - scale);
  return read.units % divisor === 0n ? read.units / divisor : null;
}

/** Units of `10 ** -scale` as a number with all decimals: `12500n` at scale 3 → `"12.500"`. */
export function decimalText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/**
 * The exact sum of decimal numbers as text, with as many decimals as the one with the most.
 * @throws {SyntaxError} if one isn't a decimal number
 */
export function addDecimals(numbers: readonly string[]): string {
  const read = numbers.map((text) => {
    const scaled = readScaled(text);
    if (!scaled) throw new SyntaxError(`not a decimal number: ${JSON.stringify(text)}`);
    return scaled;
  });
  const scale = Math.max(0, ...read.map((one) => one.scale));
  const sum = read.reduce((total, one) => total + one.units * 10n ** BigInt(scale - one.scale), 0n);
  return decimalText(sum, scale);
}

/** The value with all decimals of its field. Anything else than such a number is returned as it is. */
export function canonicalDecimal(value: unknown, scale: number): unknown {
  const units = typeof value === 'string' ? decimalUnits(value, scale) : null;
  return units === null ? value : decimalText(units, scale);
}
