import type { Clock } from '#shared/clock.ts';

export type { Clock };

export const systemClock: Clock = { now: () => new Date() };
