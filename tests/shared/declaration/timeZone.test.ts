import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDays,
  dayInZone,
  daysOf,
  endOfDay,
  firstOfMonth,
  startOfDay,
} from '@merchant-console/declaration';

describe('a calendar day in a time zone', () => {
  it.each([
    ['2026-11-21', 'Asia/Shanghai', '2026-11-20T16:00:00.000Z', '2026-11-21T15:59:59.999Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    // New York: 23 hours in spring, 25 in autumn.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // Cairo's clocks go forward at midnight, so the day begins at 1:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    // Havana's clocks go back from 1:00 to 0:00, so midnight occurs twice, and the day begins with the first.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // Lord Howe Island's clocks change by half an hour.
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', '2026-04-05T13:29:59.999Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
    ['2026-01-01', 'Pacific/Pago_Pago', '2026-01-01T11:00:00.000Z', '2026-01-02T10:59:59.999Z'],
  ])('%s in %s lasts from %s to %s', (day, zone, from, to) => {
    expect(startOfDay(day, zone).toISOString()).toBe(from);
    expect(endOfDay(day, zone).toISOString()).toBe(to);
  });

  it('that the zone skipped has no length', () => {
    const before = endOfDay('2011-12-29', 'Pacific/Apia').getTime();
    expect(startOfDay('2011-12-30', 'Pacific/Apia').getTime()).toBe(before + 1);
    expect(startOfDay('2011-12-31', 'Pacific/Apia').getTime()).toBe(before + 1);
  });

  it.each([
    'America/New_York',
    'Africa/Cairo',
    'America/Havana',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ])('contains its first and last instants and borders on the next day, on every day of a year in %s', (zone) => {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      expect(dayInZone(startOfDay(day, zone), zone)).toBe(day);
      expect(dayInZone(endOfDay(day, zone), zone)).toBe(day);
      expect(endOfDay(day, zone).getTime() + 1).toBe(startOfDay(addDays(day, 1), zone).getTime());
    }
  });
});

describe('days without a zone', () => {
  it('can be added across the ends of months, years and leap days', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(firstOfMonth('2026-03-31')).toBe('2026-03-01');
    expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  });

  it('are counted inclusively', () => {
    expect(countDays({ from: '2026-11-21', to: '2026-11-21' })).toBe(1);
    expect(countDays({ from: '2026-01-01', to: '2026-12-31' })).toBe(365);
    expect(countDays({ from: '2026-11-22', to: '2026-11-21' })).toBe(0);
  });
});
