/** A word of a predicate, by what it stands for. */
export type Word =
  | { kind: 'user' }
  /** A time from now on. Each day has 24 hours. */
  | { kind: 'now'; milliseconds: number }
  /** A day from today on, in the tenant's time zone. */
  | { kind: 'today'; days: number }
  /** The values of a field in the user's own records of a resource: those that refer to the user. */
  | { kind: 'own'; resource: string; source: string };

const MOMENT = /^\$(now|today)(?:([+-])(\d{1,4})([mhd]))?$/;
const OWN = /^\$user\.([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)$/;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Examples of words, for messages. */
export const WORDS: readonly string[] = ['$user', '$today', '$today-7d', '$now', '$now-2h'];

/** True for a text that must be a word, because no constant may begin like that. */
export function isCalledWord(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('$');
}

/** The word that a text is, or null if it is a constant or an unknown word. */
export function readWord(text: string): Word | null {
  if (text === '$user') return { kind: 'user' };
  const [, resource, source] = OWN.exec(text) ?? [];
  if (resource !== undefined && source !== undefined) return { kind: 'own', resource, source };
  const [, name, sign = '+', count = '0', unit = 'd'] = MOMENT.exec(text) ?? [];
  const steps = Number(`${sign}${count}`);
  if (name === 'now') return { kind: 'now', milliseconds: steps * (UNITS[unit] ?? 0) };
  return name === 'today' && unit === 'd' ? { kind: 'today', days: steps } : null;
}
