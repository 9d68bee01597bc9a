import { millisecondsInMinute } from 'date-fns/constants';
import type { Clock } from '#shared/clock.ts';
import { createListeners } from '#shared/createListeners.ts';

export type IdleMonitor = ReturnType<typeof createIdleMonitor>;

interface IdleMonitorConfig {
  minutes: number;
  clock: Clock;
  record: ReturnType<typeof createActivityRecord>;
  /** Makes a cheap call that keeps the server's session alive during activity without calls, such as typing. */
  keepAlive(): void;
}

/** Shortest interval between records of activity, in milliseconds. */
const WRITE_INTERVAL = 1000;

/**
 * Tracks the time without activity in all tabs of this browser.
 *
 * The server counts from the last call, this monitor from the last activity. The monitor makes calls of its own, so
 * that the server's session never ends first. It calls `keepAlive` if there was activity since its last such call, and
 * that call is at least a third of the limit ago. Other calls don't count, because some are automatic and don't extend
 * the session.
 */
export function createIdleMonitor({ minutes, clock, record, keepAlive }: IdleMonitorConfig) {
  const limits = idleLimits(minutes);
  const { subscribe, notify } = createListeners();
  let state: IdleState = { phase: 'active' };
  let lastCall = -Infinity;

  function become(next: IdleState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    notify();
  }

  function note(now: number): void {
    record.write(now);
    become({ phase: 'active' });
  }

  function call(now: number): void {
    lastCall = now;
    keepAlive();
  }

  /** Time of the last activity, or null if this browser has recorded none. */
  function lastActivity(now: number): number | null {
    const last = record.read();
    // The system clock was set back.
    if (last !== null && last > now) record.write(now);
    return last === null ? null : Math.min(last, now);
  }

  /** Compares the clock with the last activity. Call it regularly. */
  function check(): void {
    const now = clock.now().getTime();
    const last = lastActivity(now) ?? now;
    become(idleState(last, now, limits));
    if (state.phase === 'active' && last > lastCall && now - lastCall >= limits.limitMs / 3) call(now);
  }

  return {
    get: () => state,
    subscribe,
    check,
    /** Starts a session. Counts as activity, unless the session had expired before. */
    begin() {
      const now = clock.now().getTime();
      const last = lastActivity(now);
      if (last !== null && idleState(last, now, limits).phase === 'ended') return check();
      // The console has just made its first calls or is about to make them.
      lastCall = now;
      note(now);
    },
    /** Records activity. Doesn't dismiss a warning, which needs an answer. */
    touch() {
      check();
      const now = clock.now().getTime();
      if (state.phase === 'active' && now - (lastActivity(now) ?? 0) >= WRITE_INTERVAL) note(now);
    },
    /** Keeps the session after a warning, unless it has ended. */
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
  /** Time without activity after which the session ends, in milliseconds. */
  limitMs: number;
  /** Time between the warning and the end, in milliseconds. */
  warningMs: number;
}

type IdleState = { phase: 'active' } | { phase: 'warned'; secondsLeft: number } | { phase: 'ended' };

/**
 * Limits of a session of `minutes`. The warning comes a minute before the end, or halfway if the session is shorter
 * than two minutes.
 */
export function idleLimits(minutes: number): IdleLimits {
  const limitMs = minutes * millisecondsInMinute;
  return { limitMs, warningMs: Math.min(millisecondsInMinute, limitMs / 2) };
}

/**
 * State of a session that was last active at `lastActivity`. It depends on these times only, so a laptop's sleep or
 * throttled timers don't prolong a session.
 */
export function idleState(lastActivity: number, now: number, { limitMs, warningMs }: IdleLimits): IdleState {
  const left = lastActivity + limitMs - now;
  if (left <= 0) return { phase: 'ended' };
  if (left > warningMs) return { phase: 'active' };
  return { phase: 'warned', secondsLeft: Math.ceil(left / 1000) };
}

export const ACTIVITY_KEY = 'last-activity';

/**
 * Time of the last activity in any tab of this browser, in milliseconds since 1970.
 *
 * @param storage the browser's local storage; its content is not trusted
 */
export function createActivityRecord(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  /** Used if the storage is full or forbidden. Each tab then counts for itself. */
  let own: number | null = null;
  return {
    /** Returns null if there is none. */
    read() {
      const stored = Number(storage.getItem(ACTIVITY_KEY) ?? Number.NaN);
      const known = [stored, own ?? Number.NaN].filter(Number.isFinite);
      return known.length === 0 ? null : Math.max(...known);
    },
    write(at: number) {
      own = null;
      try {
        storage.setItem(ACTIVITY_KEY, String(at));
      } catch {
        own = at;
      }
    },
  };
}
