import { describe, expect, it } from 'vitest';
import { readCalendarText, showCalendarText } from '../../../packages/ra-declared/src/fields/datetime/calendarText.ts';

describe('a typed day', () => {
  it.each(['2026-03-08', '2026-3-8', '2026/03/08', '2026.3.8', '20260308', ' 2026-03-08 '])('%j', (text) => {
    expect(readCalendarText(text, 'date')).toBe('2026-03-08');
  });

  it.each(['', '2026-02-31', '2026-13-01', '08/03/2026', '2026-03/08', '2026-03-08 09:30', '２０２６-03-08', 'today'])(
    'is not %j',
    (text) => {
      expect(readCalendarText(text, 'date')).toBeNull();
    },
  );
});

describe('a typed time', () => {
  it.each([
    ['2026-03-08 09:30', '2026-03-08T09:30'],
    ['2026/3/8 9:30', '2026-03-08T09:30'],
    ['2026-03-08T09:30:15', '2026-03-08T09:30:15'],
  ])('%j', (text, read) => {
    expect(readCalendarText(text, 'datetime-local')).toBe(read);
    expect(readCalendarText(showCalendarText(read), 'datetime-local')).toBe(read);
  });

  it.each(['2026-03-08', '2026-03-08 24:30', '2026-03-08 09:60', '2026-02-30 09:30', '09:30'])('is not %j', (text) => {
    expect(readCalendarText(text, 'datetime-local')).toBeNull();
  });
});
