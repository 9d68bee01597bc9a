import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  type CalendarView,
  dayInZone,
  firstOfMonth,
  formatInZone,
} from '@merchant-console/declaration';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { filtersOf, movedBy, putOn, spanOf, weeksOf } from '../../../../packages/ra-declared/src/list/calendar/days.ts';

/** Zones whose clocks change at midnight, by half an hour, in either half of the year, or not at all. */
const ZONES = ['America/Sao_Paulo', 'Australia/Lord_Howe', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];
const zones = fc.constantFrom(...ZONES);
const instants = fc
  .date({ min: new Date('2005-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  // Clocks change by quarters of an hour at most, so that these times are among those that they skip.
  .map((date) => new Date(Math.round(date.getTime() / 900_000) * 900_000).toISOString());
const days = instants.map((instant) => instant.slice(0, 10));

const calendar = (type: 'date' | 'datetime'): CalendarView => {
  const field = (source: string) => ({ source, type, filter: 'range' }) as const;
  return { type: 'calendar', label: 'x', from: field('from'), to: field('to'), title: null };
};
const moments = calendar('datetime');
const wholeDays = calendar('date');

describe('the weeks of a month', () => {
  it('have each of its days once, in order, and begin at the same day of the week', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...LANGUAGES), (day, language) => {
        const weeks = weeksOf(day, language);
        const all = weeks.flat();
        const month = firstOfMonth(day);
        expect(all).toEqual(all.map((_, at) => addDays(all[0] ?? '', at)));
        expect(weeks.every((week) => week.length === 7)).toBe(true);
        expect(weeks[0]).toContain(month);
        expect(weeks.at(-1)).toContain(addDays(addMonths(month, 1), -1));
      }),
    );
  });

  it('begin on Sunday or Monday, by language', () => {
    expect(weeksOf('2026-11-18', 'en')[0]?.[0]).toBe('2026-11-01');
    expect(weeksOf('2026-11-18', 'ja')[0]?.[0]).toBe('2026-11-01');
    expect(weeksOf('2026-11-18', 'zh')[0]?.[0]).toBe('2026-10-26');
    expect(weeksOf('2026-11-18', 'es')[0]?.[0]).toBe('2026-10-26');
  });
});

describe('a moved record', () => {
  it('is on the day that it was moved to, at the same time of day unless clocks skip it', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -400, max: 400 }), zones, (from, by, zone) => {
        const moved = String(movedBy({ from }, moments, by, zone)['from']);
        const wall = (instant: string) => formatInZone(new Date(instant), zone);
        const day = addDays(dayInZone(new Date(from), zone), by);
        expect(dayInZone(new Date(moved), zone)).toBe(day);
        if (wall(moved).slice(11) === wall(from).slice(11)) return;
        // No instant of that day has this time.
        const start = Date.parse(`${day}T${wall(from).slice(11)}Z`) - 15 * 3_600_000;
        const quarters = Array.from({ length: 4 * 31 }, (_, at) => new Date(start + at * 900_000));
        expect(quarters.map((one) => formatInZone(one, zone))).not.toContain(`${day} ${wall(from).slice(11)}`);
      }),
      { numRuns: 500 },
    );
  });

  it('lasts as many days as before', () => {
    fc.assert(
      fc.property(days, fc.nat(60), fc.integer({ min: -400, max: 400 }), zones, (from, length, by, zone) => {
        const moved = movedBy({ from, to: addDays(from, length) }, wholeDays, by, zone);
        expect(moved).toEqual({ from: addDays(from, by), to: addDays(from, length + by) });
      }),
    );
  });

  it('keeps an empty last day empty', () => {
    expect(movedBy({ from: '2026-03-08', to: null }, wholeDays, 1, 'UTC')).toEqual({ from: '2026-03-09' });
  });

  it('without a day begins with the day that it is put on', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        expect(putOn(day, wholeDays, zone)).toEqual({ from: day });
        expect(spanOf(putOn(day, moments, zone), moments, zone)).toEqual({ from: day, to: day });
      }),
    );
  });
});

describe('the days of a record', () => {
  const span = (from: string | null, to: string | null) => spanOf({ from, to }, moments, 'Europe/Berlin');

  it('end before midnight, and not before they begin', () => {
    expect(span('2026-03-28T23:30:00Z', null)).toEqual({ from: '2026-03-29', to: '2026-03-29' });
    expect(span('2026-03-28T08:00:00Z', '2026-03-29T22:00:00Z')).toEqual({ from: '2026-03-28', to: '2026-03-29' });
    expect(span('2026-03-28T08:00:00Z', '2026-03-27T08:00:00Z')).toEqual({ from: '2026-03-28', to: '2026-03-28' });
    expect(span(null, '2026-03-27T08:00:00Z')).toBeNull();
  });

  it('are found by one of two filters if they are among the shown ones', () => {
    const range = { from: '2026-03-01', to: '2026-04-04' };
    const matches = (filter: Record<string, unknown>, record: { from: string; to: string | null }) =>
      Object.entries(filter).every(([key, bound]) => {
        const value = key.startsWith('from') ? record.from : record.to;
        if (value === null) return false;
        return key.endsWith('_gte') ? value >= String(bound) : value <= String(bound);
      });
    const near = fc.integer({ min: -50, max: 90 }).map((at) => addDays('2026-03-01', at));
    fc.assert(
      fc.property(near, fc.option(fc.nat(60)), (from, length) => {
        const record = { from, to: length === null ? null : addDays(from, length) };
        const shown = spanOf(record, wholeDays, 'UTC');
        const isShown = shown !== null && shown.from <= range.to && shown.to >= range.from;
        const found = filtersOf({}, wholeDays, range, 'UTC').filter((filter) => filter && matches(filter, record));
        expect(found).toHaveLength(isShown ? 1 : 0);
      }),
    );
  });

  it('are narrowed by the list’s own filter', () => {
    const own = { from_gte: '2026-03-10', from_lte: '2026-05-01', status: ['open'] };
    expect(filtersOf(own, { ...wholeDays, to: null }, { from: '2026-03-01', to: '2026-04-04' }, 'UTC')).toEqual([
      { from_gte: '2026-03-10', from_lte: '2026-04-04', status: ['open'] },
      null,
    ]);
  });
});
