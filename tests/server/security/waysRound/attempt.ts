import type { Outcome, WaysWorld } from './waysWorld.ts';

/** Where somebody tries to get round a rule. */
export type Path =
  'console' | 'batch' | 'gateway' | 'platform' | 'second account' | 'sum' | 'stolen token' | 'operators';

/** A way round a rule. */
export interface Attempt {
  path: Path;
  /** Number of the rule about who may move money. */
  rule: number;
  name: string;
  /** Status and reason with which it is held, such as `403 power_waiting`. */
  held: string;
  /** The same for the act once the rule is satisfied. */
  passes: string;
  /** Everything before the act. */
  prepare(w: WaysWorld): Promise<Prepared>;
}

export interface Prepared {
  /** The act that the rule must hold. */
  act(): Promise<Outcome>;
  /** Satisfies the rule, so that the act passes. */
  satisfy(): Promise<unknown>;
  /** What the act would change besides money. */
  probe?(): Promise<unknown>;
  /** The act that passes, if it is another one, such as another user's. */
  legitimate?(): Promise<Outcome>;
}

/** Every pair of two lists. */
export function each<One, Other, Made>(
  ones: Readonly<Record<string, One>>,
  others: Readonly<Record<string, Other>>,
  make: (one: [string, One], other: [string, Other]) => Made,
): Made[] {
  return Object.entries(ones).flatMap((one) => Object.entries(others).map((other) => make(one, other)));
}
