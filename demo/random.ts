import { createHash } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';

const TWO_TO_32 = 2 ** 32;

/** Pseudorandom numbers that are the same in each run for the same seed and stream. Not for secrets. */
export interface Random {
  /** In (0, 1). */
  fraction(): number;
  /** An integer from `min` to `max`, inclusive. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, with probability proportional to `weightOf`. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  /** Log-normal with the given median; with `sigma` 1, two thirds lie between a third and three times the median. */
  logNormal(median: number, sigma: number): number;
  /** Decimal digits, possibly with leading zeros. */
  digits(length: number): string;
  /** A UUIDv7 of that time. */
  id(at: Date): string;
  /** 16 bytes. */
  bytes(): Uint8Array;
}

/**
 * xoshiro128** by David Blackman and Sebastiano Vigna (https://prng.di.unimi.it/xoshiro128starstar.c, public domain).
 * The state is a digest of seed and stream name, so that streams are independent of each other.
 */
export function createRandom(seed: number, stream: string): Random {
  const state = createHash('sha256').update(`${seed}/${stream}`).digest();
  let [a, b, c, d] = [state.readUInt32LE(0), state.readUInt32LE(4), state.readUInt32LE(8), state.readUInt32LE(12)];

  function next(): number {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return result;
  }

  const bytes = () => new Uint8Array(new Uint32Array([next(), next(), next(), next()]).buffer);
  const fraction = () => (next() + 0.5) / TWO_TO_32;
  const whole = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));

  function weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let left = fraction() * items.reduce((total, item) => total + weightOf(item), 0);
    const chosen = items.find((item) => (left -= weightOf(item)) < 0) ?? items.at(-1);
    if (chosen === undefined) throw new RangeError('nothing to choose from');
    return chosen;
  }

  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    pick: (items) => weighted(items, () => 1),
    weighted,
    logNormal: (median, sigma) => median * Math.exp(sigma * normal(fraction(), fraction())),
    digits: (length) => Array.from({ length }, () => whole(0, 9)).join(''),
    id: (at) => uuidV7({ msecs: at.getTime(), random: bytes() }),
    bytes,
  };
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** Box-Muller transform: two uniform fractions to one standard normal number. */
function normal(u: number, v: number): number {
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}
