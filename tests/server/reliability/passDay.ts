import type { World } from '#tests/support/world.ts';

/** A condition that holds for a limited time. */
export type Holds = () => Promise<boolean>;

export interface DayToPass {
  /** How long to run, in minutes. */
  minutes: number;
  /** Runs at each step before the conditions are checked. */
  at(minute: number): Promise<void>;
  lasting: Readonly<Record<string, Holds>>;
}

/** Minutes between checks: within the first hour, when many limits end, and after it. */
const [EARLY_STEP, LATER_STEP] = [5, 10];

/**
 * Lets time pass by the world's clock.
 * @returns the minute at which each condition was first found not to hold; without those that still do
 */
export async function passDay(
  { clock }: Pick<World, 'clock'>,
  { minutes, at, lasting }: DayToPass,
): Promise<Record<string, number>> {
  const ended: Record<string, number> = {};
  let minute = 0;
  while (minute < minutes) {
    const step = minute < 60 ? EARLY_STEP : LATER_STEP;
    minute += step;
    clock.advance(step * 60);
    await at(minute);
    for (const [what, holds] of Object.entries(lasting)) {
      if (!(what in ended) && !(await holds())) ended[what] = minute;
    }
  }
  return ended;
}
