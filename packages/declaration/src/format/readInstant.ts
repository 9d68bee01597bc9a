/** Ten digits are seconds since 1970, as sent by some channels; thirteen are milliseconds. */
const LARGEST_SECONDS = 9_999_999_999;

/** Parses a point in time from ISO 8601 text (UTC without a zone) or an epoch number. Null for anything else. */
export function readInstant(value: unknown): Date | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  if (/^[0-9]{10,13}$/.test(value)) return fromEpoch(Number(value));
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value);
  return valid(new Date(hasZone || !value.includes('T') ? value : `${value}Z`));
}

function fromEpoch(value: number): Date | null {
  return valid(new Date(Math.abs(value) <= LARGEST_SECONDS ? value * 1000 : value));
}

function valid(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date;
}
