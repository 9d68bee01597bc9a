import { describe, expect, it } from 'vitest';
import { createRandom } from '#demo/random.ts';

const some = (seed: number, stream: string) => {
  const random = createRandom(seed, stream);
  return Array.from({ length: 5 }, () => random.fraction());
};
const many = <T>(draw: () => T) => Array.from({ length: 20_000 }, draw);
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe('the random numbers of the demo', () => {
  it('are the same for the same seed and stream, and different for others', () => {
    expect(some(1, 'a')).toEqual(some(1, 'a'));
    expect(some(2, 'a')).not.toEqual(some(1, 'a'));
    expect(some(1, 'b')).not.toEqual(some(1, 'a'));
  });

  it('are evenly distributed, and reach both ends of a range', () => {
    const random = createRandom(1, 'even');
    const fractions = many(random.fraction);
    expect(mean(fractions)).toBeCloseTo(0.5, 1);
    expect(Math.min(...fractions)).toBeGreaterThan(0);
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect(new Set(many(() => random.whole(3, 5)))).toEqual(new Set([3, 4, 5]));
  });

  it('choose in proportion to weights, and never an option of weight 0', () => {
    const random = createRandom(1, 'weights');
    const drawn = many(() =>
      random.weighted(['often', 'seldom', 'never'], (word) => ({ often: 3, seldom: 1 })[word] ?? 0),
    );
    expect(drawn.filter((word) => word === 'often').length / drawn.length).toBeCloseTo(0.75, 1);
    expect(drawn).not.toContain('never');
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it('of a log-normal distribution are below the median half of the time', () => {
    const random = createRandom(1, 'log-normal');
    const drawn = many(() => random.logNormal(500, 1));
    expect(drawn.filter((number) => number < 500).length / drawn.length).toBeCloseTo(0.5, 1);
    expect(mean(drawn.map((number) => Math.log(number / 500) ** 2))).toBeCloseTo(1, 1);
  });

  it('generate UUIDs of version 7 that contain their time', () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const random = createRandom(1, 'ids');
    const ids = many(() => random.id(at));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 100)) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
    }
  });
});
