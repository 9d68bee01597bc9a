import type { Clock } from '#shared/clock.ts';

export interface IdleMonitor {
  get(): IdleState;
  subscribe(listener: () => void): () => void;
  /** A signed-in console opens: that is activity, unless the session had run out before. */
  begin(): void;
  /** Something was typed, pointed at or scrolled. Does not take back a warning: that wants an answer. */
  touch(): void;
  /** The user wants to stay. */
  stay(): void;
  /** Looks at the clock. To be called every now and then. */
  check(): void;
}

interface IdleMonitorConfig {
  minutes: number;
  clock: Clock;
  record: ActivityRecord;
  /** Makes a cheap call, so that the server knows of activity that needs no call, such as typing. */
  keepAlive(): void;
}

/** Activity is written down at most this often, in milliseconds. */
const WRITE_INTERVAL = 1000;

/**
 * Follows how long nobody has done anything, in any tab of this browser.
 *
 * The server counts from the last call, this from the last activity. So that its session never ends first, it gets a
 * call when there was activity since the last one that was made for this, and that is a third of the limit ago. What else
 * is called meanwhile does not count: some of it is nobody's doing, and keeps no session alive.
 */
export function createIdleMonitor({ minutes, clock, record, keepAlive }: IdleMonitorConfig): IdleMonitor {
  const limits = idleLimits(minutes);
  const listeners = new Set<() => void>();
  let state: IdleState = { phase: 'active' };
  let lastCall = -Infinity;

  function become(next: IdleState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    listeners.forEach((listener) => listener());
  }

  function note(now: number): void {
    record.write(now);
    become({ phase: 'active' });
  }

  function call(now: number): void {
    lastCall = now;
    keepAlive();
  }

  /** Null when nobody has been active yet, as far as this browser knows. */
  function lastActivity(now: number): number | null {
    const last = record.read();
    // The computer's clock was set back.
    if (last !== null && last > now) record.write(now);
    return last === null ? null : Math.min(last, now);
  }

  function check(): void {
    const now = clock.now().getTime();
    const last = lastActivity(now) ?? now;
    become(idleState(last, now, limits));
    if (state.phase === 'active' && last > lastCall && now - lastCall >= limits.limitMs / 3) call(now);
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    begin() {
      const now = clock.now().getTime();
      const last = lastActivity(now);
      if (last !== null && idleState(last, now, limits).phase === 'ended') return check();
      // The console has just made, or is about to make, its first calls.
      lastCall = now;
      note(now);
    },
    touch() {
      check();
      const now = clock.now().getTime();
      if (state.phase === 'active' && now - (lastActivity(now) ?? 0) >= WRITE_INTERVAL) note(now);
    },
    stay() {
      check();
      if (state.phase === 'ended') return;
      const now = clock.now().getTime();
      note(now);
      call(now);
    },
  };
}

interface IdleLimits {
  /** After so long without activity the session ends, in milliseconds. */
  limitMs: number;
  /** So long before the end the user is warned. */
  warningMs: number;
}

type IdleState = { phase: 'active' } | { phase: 'warned'; secondsLeft: number } | { phase: 'ended' };

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

/** When this browser's user was last active, known to all its tabs; milliseconds since 1970. */
interface ActivityRecord {
  /** Null when there is none. */
  read(): number | null;
  write(at: number): void;
}

export const ACTIVITY_KEY = 'last-activity';

/** @param storage the browser's local storage; what it holds may be anything */
export function createActivityRecord(storage: Pick<Storage, 'getItem' | 'setItem'>): ActivityRecord {
  /** For a storage that is full or forbidden: then each tab counts for itself. */
  let own: number | null = null;
  return {
    read() {
      const stored = Number(storage.getItem(ACTIVITY_KEY) ?? Number.NaN);
      const known = [stored, own ?? Number.NaN].filter(Number.isFinite);
      return known.length === 0 ? null : Math.max(...known);
    },
    write(at) {
      own = null;
      try {
        storage.setItem(ACTIVITY_KEY, String(at));
      } catch {
        own = at;
      }
    },
  };
}
