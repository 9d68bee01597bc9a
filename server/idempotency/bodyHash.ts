import { createHash } from 'node:crypto';

/** Never stored, not even hashed: six digits are guessed from any hash. It is checked anew for each call. */
const LEFT_OUT = 'pay_password';

/** What tells two bodies apart, as hex: the order of their keys does not. */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(canonical(body, true)).digest('hex');
}

function canonical(value: unknown, isBody = false): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([key, part]) => part !== undefined && !(isBody && key === LEFT_OUT))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`);
  return `{${parts.join(',')}}`;
}
