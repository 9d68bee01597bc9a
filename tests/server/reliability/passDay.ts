import type { World } from '#tests/support/world.ts';

/** Something that is so for a time, and then is not. */
export type Holds = () => Promise<boolean>;

export interface DayToPass {
  /** In minutes. */
  minutes: number;
  /** What is done at each step before it is looked at. */
  at(minute: number): Promise<void>;
  lasting: Readonly<Record<string, Holds>>;
}

/** Minutes between two looks: in the first hour, in which much is short, and after it. */
const [EARLY_STEP, LATER_STEP] = [5, 10];

/**
 * Lets a day pass by the world's clock.
 * @returns the minute at which each thing was found not to be so any more; without those that last longer
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
