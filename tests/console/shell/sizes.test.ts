import { describe, expect, it } from 'vitest';
import { SIZE_METRICS, readSize, SIZES } from '#console/shell/SizeProvider.tsx';

it.each([...SIZES])('the size %s is read from its cookie', (size) => expect(readSize(size)).toBe(size));

it.each([undefined, '', 'huge', 'Small', 'toString'])('the size is medium if the cookie is %j', (cookie) => {
  expect(readSize(cookie)).toBe('medium');
});

describe('the metrics', () => {
  const pixels = (name: keyof typeof SIZE_METRICS) => SIZES.map((size) => SIZE_METRICS[name][size]);

  it.each(['--input-height', '--button-height', '--menu-item-height', '--cell-padding'] as const)(
    'of %s decrease from default to mini',
    (name) => {
      const heights = pixels(name);
      expect(heights).toEqual(heights.toSorted((one, other) => other - one));
      expect(new Set(heights).size).toBe(SIZES.length);
    },
  );

  it('leave touch targets large enough', () => {
    for (const name of ['--input-height', '--button-height', '--tool-height', '--menu-item-height'] as const) {
      expect(Math.min(...pixels(name))).toBeGreaterThanOrEqual(24);
    }
  });
});
