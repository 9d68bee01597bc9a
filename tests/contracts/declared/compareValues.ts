import { decimalUnits, type Field, plainText } from '@merchant-console/declaration';

/** Compares two values of a field like the database, with texts by bytes. Neither may be null. */
export function compareValues(field: Field, a: unknown, b: unknown): number {
  switch (field.type) {
    case 'money':
    case 'integer':
    case 'rate': {
      const difference = BigInt(plainText(a)) - BigInt(plainText(b));
      return Number(difference > 0n) - Number(difference < 0n);
    }
    case 'decimal': {
      const [one = 0n, other = 0n] = [a, b].map((value) => decimalUnits(plainText(value), field.scale) ?? undefined);
      return Number(one > other) - Number(one < other);
    }
    case 'datetime':
      return Date.parse(plainText(a)) - Date.parse(plainText(b));
    case 'boolean':
      return Number(a) - Number(b);
    default:
      return Buffer.compare(Buffer.from(plainText(a)), Buffer.from(plainText(b)));
  }
}

export const hasValue = (value: unknown): boolean => value !== null && value !== undefined;
