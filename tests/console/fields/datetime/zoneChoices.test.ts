import { describe, expect, it } from 'vitest';
import { findsZone, zoneChoices } from '../../../../packages/ra-declared/src/fields/datetime/localTime.ts';

describe('time zones to choose from', () => {
  const zones = zoneChoices(new Date('2026-07-01T00:00:00Z'), ['Asia/Kolkata']);

  it('show the offset of that day, from west to east, and contain the given zones once', () => {
    expect(zones.find(({ name }) => name === 'America/New_York')?.offset).toBe('UTC-04:00');
    expect(zones.find(({ name }) => name === 'Asia/Kolkata')?.offset).toBe('UTC+05:30');
    const names = zones.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.indexOf('America/New_York')).toBeLessThan(names.indexOf('UTC'));
    expect(names.indexOf('UTC')).toBeLessThan(names.indexOf('Asia/Tokyo'));
  });

  it.each([
    ['new york', true],
    ['America/New', true],
    ['utc-4', true],
    ['-04:00', true],
    ['tokyo', false],
    ['', true],
  ])('are found by any part of the name or by the offset: %s', (typed, found) => {
    expect(findsZone({ name: 'America/New_York', offset: 'UTC-04:00' }, typed)).toBe(found);
  });
});
