import { addDays } from '#shared/format/timeZone.ts';

export interface DayRange {
  from: string;
  to: string;
}

/** Ranges that are asked for daily, by their translation key `filters.presets.<key>`; `today` is the tenant's. */
export const datePresets: Readonly<Record<string, (today: string) => DayRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last_7_days: (today) => ({ from: addDays(today, -6), to: today }),
  last_30_days: (today) => ({ from: addDays(today, -29), to: today }),
  this_month: (today) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
};
