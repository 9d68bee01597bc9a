import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInZone } from '@merchant-console/declaration';
import { showTimes } from '#server/resources/export/openTable.ts';

describe('the times of an export', () => {
  it('equal those of the list, in every time zone and at any moment', () => {
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
    const instant = fc.date({ min: new Date('1500-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.array(instant, { minLength: 1, maxLength: 20 }), (zone, instants) => {
        const show = showTimes(zone);
        expect(instants.map(show)).toEqual(instants.map((one) => formatInZone(one, zone)));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo', 'Pacific/Apia', 'Asia/Tehran'])(
    'follow the clocks of %s through each hour of their changes',
    (zone) => {
      const show = showTimes(zone);
      for (let hour = Date.UTC(2011, 0, 1); hour < Date.UTC(2012, 0, 3); hour += 1_799_999) {
        expect(show(new Date(hour))).toBe(formatInZone(new Date(hour), zone));
      }
    },
  );

  it.each([
    ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
    ['Asia/Shanghai', '1900-12-31T15:54:17Z'],
  ])('are right in %s, whose clocks changed in the middle of a quarter of an hour at %s', (zone, moved) => {
    const show = showTimes(zone);
    for (const seconds of [-120, -1, 0, 1, 120]) {
      const instant = new Date(Date.parse(moved) + seconds * 1000);
      expect(show(instant)).toBe(formatInZone(instant, zone));
    }
  });
});
