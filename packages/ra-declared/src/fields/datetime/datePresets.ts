import { addDays, firstOfMonth, type Period } from '@merchant-console/declaration';

export type DatePresets = Readonly<Record<string, (today: string) => Period>>;

/** Commonly used ranges, by their translation key `filters.presets.<key>`. `today` is the tenant's. */
export const datePresets: DatePresets = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last_7_days: (today) => ({ from: addDays(today, -6), to: today }),
  last_30_days: (today) => ({ from: addDays(today, -29), to: today }),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
};

/** Key of the preset with these days, or null if there is none. */
export function presetOf({ from, to }: Period, today: string, presets: DatePresets = datePresets): string | null {
  const found = Object.entries(presets).find(([, rangeOf]) => {
    const range = rangeOf(today);
    return range.from === from && range.to === to;
  });
  return found?.[0] ?? null;
}
