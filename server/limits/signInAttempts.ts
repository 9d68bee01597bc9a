import { addHours } from 'date-fns/addHours';
import { addMinutes } from 'date-fns/addMinutes';
import { subHours } from 'date-fns/subHours';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

const LOCK_MINUTES = 30;

/**
 * A row that is newer than this was written by a clock that ran ahead. Less is usual: attempts are recorded out of order,
 * and the clocks of servers differ.
 */
const SKEW_MINUTES = 5;

/** Failures count for this long, from the first one. */
const WINDOW_HOURS = 24;

interface Limit {
  /** Each time as many failures have been counted, sign-ins are locked for 30 minutes. */
  most: number;
  /** The number after which they stay locked until the 24 hours have passed. */
  mostADay: number;
}

/** The limits of guessing at sign-in. See docs/passwords.md. */
export const SIGN_IN_LIMITS = {
  /** One username from one device or network. */
  origin: { most: 10, mostADay: 50 },
  /** One username from all devices and networks from which its user hasn't signed in before. */
  username: { most: 20, mostADay: 100 },
  /** All usernames from one network, except where the user has signed in from there before. */
  network: { most: 30, mostADay: 150 },
} as const satisfies Record<string, Limit>;

type Scope = keyof typeof SIGN_IN_LIMITS;

/** From this number of failures on, a username and origin have to wait before each attempt. */
const FREE_FAILURES = 3;
const LONGEST_WAIT_SECONDS = 60;

/** Who tries to sign in. */
export interface Attempt {
  /** In lower case, existing or not. */
  username: string;
  /** As `networkOf` writes it. */
  network: string;
  /** Hash of the browser's token if the user has signed in with it before; otherwise null. */
  device: string | null;
  /** True if the user has signed in from the device or network before. */
  isKnown: boolean;
}

interface Key {
  scope: Scope;
  username: string;
  origin: string;
}

/** The rows that count an attempt. */
function keysOf({ username, network, device }: Attempt): readonly [own: Key, username: Key, network: Key] {
  return [
    { scope: 'origin', username, origin: device === null ? network : deviceOrigin(device) },
    { scope: 'username', username, origin: '' },
    { scope: 'network', username: '', origin: network },
  ];
}

const deviceOrigin = (hash: string) => `device ${hash}`;

/** Known origins are locked by their own failures only, so that nobody elsewhere can lock a user out. */
function isDecisive(scope: Scope, { isKnown }: Attempt): boolean {
  return scope === 'origin' || !isKnown;
}

interface Row {
  username: string;
  origin: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

/** What an attempt finds before it is checked. */
export interface Standing {
  isLocked: boolean;
  /** Seconds to wait before the next attempt, which grow with the failures; 0 if there is no need to. */
  waitSeconds: number;
}

/**
 * Reads the counts of a username and a network, in one query, before it is known whether the user knows the device.
 * @returns the standing of an attempt with this username, network and, if it has one, `device`
 */
export async function readStandings(
  { kysely }: Pick<Db, 'kysely'>,
  { username, network, device }: Omit<Attempt, 'isKnown'>,
  now: Date,
): Promise<(attempt: Attempt) => Standing> {
  const origins = device === null ? [network] : [network, deviceOrigin(device)];
  const { rows } = await sql<Row>`
    select username, origin, failures, locked_until, updated_at from sign_in_failures
    where merchant_id = ${PLATFORM_ID}
      and (username = ${username} and origin in ('', ${sql.join(origins)}) or username = '' and origin = ${network})`.execute(
    kysely,
  );
  return (attempt) => {
    const found = keysOf(attempt).map((key) => ({
      ...key,
      row: rows.find((row) => row.username === key.username && row.origin === key.origin),
    }));
    const own = found.find(({ scope }) => scope === 'origin')?.row;
    return {
      isLocked: found.some(({ scope, row }) => isDecisive(scope, attempt) && isAfter(row?.locked_until, now)),
      waitSeconds: own ? waitOf(own, now) : 0,
    };
  };
}

function isAfter(time: Date | null | undefined, now: Date): boolean {
  return time !== null && time !== undefined && time > now;
}

/** Doubles with each failure: 1 second after three, 2 after four, a minute after nine. */
function waitOf({ failures, updated_at: last }: Row, now: Date): number {
  if (failures < FREE_FAILURES || last > addMinutes(now, SKEW_MINUTES)) return 0;
  const wait = Math.min(2 ** (failures - FREE_FAILURES), LONGEST_WAIT_SECONDS);
  const passed = Math.max(0, now.getTime() - last.getTime()) / 1000;
  return Math.max(0, Math.ceil(wait - passed));
}

/** `replay` has correct factors, of which the code was used before. It counts as neither a failure nor a success. */
type Outcome = 'failure' | 'success' | 'replay';

interface Recorded {
  /** True if the attempt came too late: it must have no effect. */
  isLocked: boolean;
  /** Failures of this username from this origin, including this one. */
  failures: number;
  /** The locks that this failure has caused. */
  newLocks: { scope: Scope; until: Date }[];
}

/**
 * Records an attempt after it has been checked, in one statement that costs the same for each outcome. The database puts
 * concurrent attempts in order, so none is successful after the failure that locks. While its origin is locked, an attempt
 * doesn't count for the username and the network, so one origin alone can't lock a username. A success forgets the
 * failures of its own origin only: a guesser can't get new guesses by signing in with an account of their own.
 */
export async function recordAttempt(
  { kysely }: Pick<Db, 'kysely'>,
  attempt: Attempt,
  outcome: Outcome,
  now: Date,
): Promise<Recorded> {
  const keys = keysOf(attempt);
  const [own, username, network] = keys;
  const failed = outcome === 'failure' ? 1 : 0;
  const upsert = (rows: RawBuilder<unknown>) => sql`
    insert into sign_in_failures as a (merchant_id, username, origin, failures, refused, since, locked_until, updated_at)
    select ${PLATFORM_ID}::uuid, n.username, n.origin, n.failures, 0, ${now}::timestamptz, null, ${now}::timestamptz
    from ${rows} order by n.username, n.origin
    on conflict (merchant_id, username, origin) do update set ${changes(outcome, now)}
    returning username, origin, failures, refused, locked_until`;
  // All attempts lock the row of their origin first, then that of the network, then that of the username.
  const { rows } = await sql<Omit<Row, 'updated_at'> & { refused: number }>`
    with own as (${upsert(sql`(values (${own.username}, ${own.origin}, ${failed}::integer)) as n (username, origin, failures)`)}),
    others as (${upsert(sql`(
      select o.username, o.origin, case when own.refused = 0 then ${attempt.isKnown ? 0 : failed}::integer else 0 end as failures
      from own, (values (${username.username}, ${username.origin}), (${network.username}, ${network.origin})) as o (username, origin)
    ) as n`)})
    select * from own union all select * from others`.execute(kysely);
  const found = keys
    .filter(({ scope }) => isDecisive(scope, attempt))
    .map((key) => {
      const row = rows.find((one) => one.username === key.username && one.origin === key.origin);
      // Fail closed: without a row the state is unknown.
      return { ...key, failures: row?.failures ?? 0, until: row ? row.locked_until : now, isNew: row?.refused === 0 };
    });
  return {
    isLocked: found.some(({ until, isNew }) => until !== null && !isNew),
    failures: found.find(({ scope }) => scope === 'origin')?.failures ?? 0,
    newLocks: found.flatMap(({ scope, until, isNew }) => (isNew && until !== null ? [{ scope, until }] : [])),
  };
}

/** By the clock of UTC, whose sums don't depend on a session's time zone, as Citus requires. */
function dayAfter(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${time} at time zone 'UTC' + make_interval(hours => ${WINDOW_HOURS}::integer)) at time zone 'UTC')`;
}

/** The new values of a row that exists. While it is locked, nothing counts; `refused` counts the attempts in this time. */
function changes(outcome: Outcome, now: Date): RawBuilder<unknown> {
  const shortly = sql`${addMinutes(now, LOCK_MINUTES)}::timestamptz`;
  const isLocked = sql`coalesce(a.locked_until > ${now}::timestamptz, false)`;
  const isAhead = sql`a.since > ${addMinutes(now, SKEW_MINUTES)}::timestamptz`;
  const isOver = sql`(${isAhead} or a.since <= ${subHours(now, WINDOW_HOURS)}::timestamptz)`;
  const isForgotten = sql`(${outcome === 'success'}::boolean and a.username <> '' and a.origin <> '')`;
  const failures = sql`(case when ${isOver} or ${isForgotten} then 0 else a.failures end + excluded.failures)`;
  const since = sql`(case when ${isOver} or ${isForgotten} then ${now}::timestamptz else a.since end)`;
  const limit = (of: keyof Limit) =>
    sql`(case when a.username = '' then ${SIGN_IN_LIMITS.network[of]}::integer
      when a.origin = '' then ${SIGN_IN_LIMITS.username[of]}::integer else ${SIGN_IN_LIMITS.origin[of]}::integer end)`;
  return sql`
    failures = case when ${isLocked} then a.failures else ${failures} end,
    since = case when ${isLocked} and not ${isAhead} then a.since else ${since} end,
    refused = case when ${isLocked} then a.refused + 1 else 0 end,
    locked_until = case
      when ${isLocked} and ${isAhead} then least(a.locked_until, ${shortly})
      when ${isLocked} then least(a.locked_until, ${addHours(now, WINDOW_HOURS)}::timestamptz)
      when excluded.failures = 0 then null
      when ${failures} >= ${limit('mostADay')} then greatest(${dayAfter(since)}, ${shortly})
      when ${failures} % ${limit('most')} = 0 then ${shortly}
      else null end,
    updated_at = ${now}`;
}

/** Forgets the failures of a username, and those of the networks that it was tried from, so that its user can sign in. */
export async function forgetFailures(tx: Tx, username: string): Promise<void> {
  // Locked in the order in which attempts lock them.
  await sql`
    with found as materialized (
      select f.username, f.origin from sign_in_failures f
      where f.merchant_id = ${PLATFORM_ID} and (f.username = ${username.toLowerCase()} or f.username = '' and f.origin in (
        select o.origin from sign_in_failures o
        where o.merchant_id = ${PLATFORM_ID} and o.username = ${username.toLowerCase()}))
      order by case when f.username = '' then 2 when f.origin = '' then 3 else 1 end, f.username, f.origin for update
    )
    delete from sign_in_failures f using found
    where f.merchant_id = ${PLATFORM_ID} and f.username = found.username and f.origin = found.origin`.execute(tx);
}

/** Deletes failures that no longer count, including those of usernames that don't exist. Runs hourly. */
export async function forgetOldFailures({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await sql`
    delete from sign_in_failures
    where merchant_id = ${PLATFORM_ID} and updated_at < ${subHours(now, WINDOW_HOURS)}
      and (locked_until is null or locked_until < ${now})`.execute(kysely);
}
