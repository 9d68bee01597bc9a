export interface IdleLimits {
  /** After so long without activity the session ends, in milliseconds. */
  limitMs: number;
  /** So long before the end the user is warned. */
  warningMs: number;
}

export type IdleState = { phase: 'active' } | { phase: 'warned'; secondsLeft: number } | { phase: 'ended' };

const MINUTE = 60_000;

/** The warning comes a minute before the end; where a session is that short itself, at half of it. */
export function idleLimits(minutes: number): IdleLimits {
  const limitMs = minutes * MINUTE;
  return { limitMs, warningMs: Math.min(MINUTE, limitMs / 2) };
}

/**
 * How a session stands that was last used at `lastActivity`. Nothing is counted but the time between the two: a laptop
 * that slept, or a tab whose timers the browser held back, finds its session as old as it is.
 */
export function idleState(lastActivity: number, now: number, { limitMs, warningMs }: IdleLimits): IdleState {
  const left = lastActivity + limitMs - now;
  if (left <= 0) return { phase: 'ended' };
  if (left > warningMs) return { phase: 'active' };
  return { phase: 'warned', secondsLeft: Math.ceil(left / 1000) };
}
