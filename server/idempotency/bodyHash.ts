/** Never stored, not even hashed: six digits are guessed from any hash. They are checked anew for each call. */
const LEFT_OUT = ['pay_password', 'totp_code'];

/** The part of the data key's cipher that is needed. */
interface KeyedHash {
  hash(purpose: 'request_body', text: string): string;
}

/**
 * What tells two bodies apart, as hex: the order of their keys does not. Keyed, because a body may hold a card number,
 * which is found in a plain hash by trying.
 */
export function bodyHash(keyed: KeyedHash, body: unknown): string {
  return keyed.hash('request_body', canonical(body, true));
}

function canonical(value: unknown, isBody = false): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([key, part]) => part !== undefined && !(isBody && LEFT_OUT.includes(key)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`);
  return `{${parts.join(',')}}`;
}
