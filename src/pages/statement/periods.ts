import { LONGEST_STATEMENT, type Statement } from '#shared/contract/statements.ts';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import { addDays } from '#shared/format/timeZone.ts';

export type Period = Statement['period'];

/** Periods that are asked for often, by the translation key `statement.<key>`. */
export const PERIODS = {
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  today: (today) => ({ from: today, to: today }),
  last_7_days: (today) => ({ from: addDays(today, -7), to: addDays(today, -1) }),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
  last_month: (today) => {
    const last = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(last), to: last };
  },
} as const satisfies Readonly<Record<string, (today: string) => Period>>;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** The period with another day at one end; the other end gives way where the two would not make a statement. */
export function withEnd(period: Period, end: 'from' | 'to', day: string): Period {
  if (end === 'from') return { from: day, to: within(period.to, day, addDays(day, LONGEST_STATEMENT - 1)) };
  return { from: within(period.from, addDays(day, 1 - LONGEST_STATEMENT), day), to: day };
}

/** As many days right before (-1) or after (1); what would be in the future is left out. Null: nothing would remain. */
export function neighbour({ from, to }: Period, direction: -1 | 1, today: string): Period | null {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const moved = { from: addDays(from, direction * length), to: addDays(to, direction * length) };
  if (moved.from > today) return null;
  return { ...moved, to: within(moved.to, moved.from, today) };
}

const DAY_MS = 86_400_000;

function within(day: string, first: string, last: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}

/** The days that an address names; what is no day is left out. */
export function periodIn(search: string): Partial<Period> {
  const parameters = new URLSearchParams(search);
  const day = (name: 'from' | 'to') => {
    const value = parameters.get(name);
    return value !== null && isDay(value) ? { [name]: value } : {};
  };
  return { ...day('from'), ...day('to') };
}
