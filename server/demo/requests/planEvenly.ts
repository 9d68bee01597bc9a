import { moments } from '../moments.ts';
import type { Step } from '../Step.ts';
import type { Desk } from './Desk.ts';

/**
 * Plans `count` requests over the period, in office hours, whose outcomes take turns.
 * @param arrive what happens at a moment of the period that comes to this outcome in the end
 */
export function planEvenly<Outcome>(
  { shop, plan }: Desk,
  count: number,
  outcomes: readonly Outcome[],
  arrive: (at: number, outcome: Outcome) => Step,
): void {
  const times = moments(shop.random, Math.round(count), { ...shop, rhythm: shop.flavour.office });
  for (const [index, at] of [...times].entries()) {
    const outcome = outcomes[index % outcomes.length];
    if (outcome !== undefined) plan(at, () => arrive(at, outcome));
  }
}
