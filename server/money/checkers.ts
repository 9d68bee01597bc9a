import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import { assertPower } from '#server/access/powers.ts';
import type { CheckerRelation, DbOrTx, Power } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import { ForbiddenError } from '#server/errors.ts';

/** How long an invitation or a reset relates two users. */
const RELATED_DAYS = 30;

/** Number of users whom a message names. */
const NAMED = 3;

/** Mark to store in a request that was approved by a user related to its requester. */
export interface CheckerNote {
  checker_relation: CheckerRelation;
  /** When they became related. */
  checker_related_at: Date;
}

/** The columns of a request without a mark. */
export const NO_NOTE = { checker_relation: null, checker_related_at: null };

interface Decision {
  /** Tenant of the users: of a request of a test side, its test side. */
  merchantId: string;
  /** Who requested; null for a merchant's server. */
  makerId: string | null;
  checkerId: string;
  /** Permission to approve, such as `payment_requests.approve`. */
  permission: string;
  /** A right that approving needs besides. */
  also?: { permission: string; power: Power };
  at: Date;
}

/**
 * Checks that a user may approve what another one requested. Call it in the transaction that approves; rejecting needs no
 * check. Users are related if invitations or resets of the last 30 days join them, also through other users;
 * a new invitation and a changed email address, to which links go, count as resets. Related
 * users may approve only if nobody else of the tenant may, and the tenant hasn't excluded it (`strict_checkers`).
 *
 * @param decision.checker the approver. The caller has checked the permission
 * @returns the mark to store in request and audit log, or null if the users aren't related
 * @throws {ForbiddenError} `own_request`, `power_waiting`, `checker_related` with the names of those who may approve, or
 * `checker_strict`
 */
export async function assertChecker(
  db: DbOrTx,
  { checker, ...decision }: Omit<Decision, 'checkerId'> & { checker: UserKey },
): Promise<CheckerNote | null> {
  const { merchantId, makerId, at } = decision;
  if (makerId === checker.userId) throw new ForbiddenError('own_request');
  const [, standing] = await together(
    assertPower(db, { merchantId, userId: checker.userId }, decidingPower(merchantId), at),
    standingOf(db, { ...decision, checkerId: checker.userId }),
  );
  if (standing.kind === 'refused') throw new ForbiddenError('checker_related', { names: namesOf(standing.others) });
  if (standing.kind === 'strict') throw new ForbiddenError('checker_strict');
  return standing.kind === 'marked' ? standing.note : null;
}

/**
 * Like `assertChecker`, for a request that belongs to several users, such as those who made and approved a signing key.
 * @returns the mark of the first user to whom the approver is related, or null
 */
export async function assertCheckerOfAll(
  db: DbOrTx,
  { makerIds, ...decision }: Omit<Parameters<typeof assertChecker>[1], 'makerId'> & { makerIds: readonly string[] },
): Promise<CheckerNote | null> {
  const [first = null, ...others] = makerIds;
  let note = await assertChecker(db, { ...decision, makerId: first });
  for (const makerId of others) {
    const other = await assertChecker(db, { ...decision, makerId });
    note ??= other;
  }
  return note;
}

/** The users whose request it is: its creator, or those who made and approved the key of the server that requested it. */
export function makersOf({ creator_id, key_maker_ids }: { creator_id: string | null; key_maker_ids: string[] | null }) {
  return [creator_id, ...(key_maker_ids ?? [])].flatMap((userId) => userId ?? []);
}

/** The power that approving needs. */
export const decidingPower = (merchantId: string): Power => (merchantId === PLATFORM_ID ? 'decide' : 'approve');

/** How an approver stands to a request: free, only with a mark, or not at all. */
export type CheckerStanding =
  | { kind: 'free' }
  | { kind: 'marked'; note: CheckerNote }
  | { kind: 'strict'; note: CheckerNote }
  | { kind: 'refused'; note: CheckerNote; others: readonly string[] };

/** What `assertChecker` decides about two different users, without the wait. `others` are those who may approve. */
export async function standingOf(db: DbOrTx, decision: Decision): Promise<CheckerStanding> {
  const { merchantId, makerId, checkerId } = decision;
  if (makerId === null) return { kind: 'free' };
  const edges = await edgesOf(db, decision);
  const related = relatedTo(makerId, edges);
  if (!related.has(checkerId)) return { kind: 'free' };
  const note = noteOf(makerId, checkerId, edges);
  const others = (await decidersOf(db, decision)).filter(({ id }) => !related.has(id));
  if (others.length > 0) return { kind: 'refused', note, others: others.map(({ name }) => name) };
  const { strict_checkers } = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select('strict_checkers')
    .executeTakeFirstOrThrow();
  return { kind: strict_checkers ? 'strict' : 'marked', note };
}

/** Users who may decide on a request of `makerId` now, with full names or usernames: unrelated ones if there are any. */
export async function decidersFor(
  db: DbOrTx,
  decision: Omit<Decision, 'checkerId' | 'makerId'> & { makerId: string },
): Promise<readonly string[]> {
  const related = relatedTo(decision.makerId, await edgesOf(db, decision));
  const all = (await decidersOf(db, decision)).filter(({ id }) => id !== decision.makerId);
  const unrelated = all.filter(({ id }) => !related.has(id));
  if (unrelated.length > 0) return unrelated.map(({ name }) => name);
  const { strict_checkers } = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', decision.merchantId)
    .select('strict_checkers')
    .executeTakeFirstOrThrow();
  return strict_checkers ? [] : all.map(({ name }) => name);
}

/** Joins names for a message. */
export function namesOf(names: readonly string[]): string {
  return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
}

/** `by` has invited `of`, or could have set up the sign-in of `of` since. */
interface Edge {
  kind: 'invited' | 'reset';
  by: string;
  of: string;
  at: Date;
}

async function edgesOf(db: DbOrTx, { merchantId, at }: Pick<Decision, 'merchantId' | 'at'>): Promise<Edge[]> {
  const since = subDays(at, RELATED_DAYS);
  const { rows } = await sql<Edge>`
    select 'invited' as kind, invited_by as by, id as of, invited_at as at from users
    where merchant_id = ${merchantId} and invited_by is not null and invited_at > ${since}
    union all
    select 'reset', reset_by, user_id, reset_at from sign_in_resets
    where merchant_id = ${merchantId} and reset_at > ${since}`.execute(db);
  return rows;
}

/** The user and all whom edges join to them. */
function relatedTo(userId: string, edges: readonly Edge[]): ReadonlySet<string> {
  const related = new Set([userId]);
  // A set's iteration includes what is added during it.
  for (const one of related) {
    for (const { by, of } of edges) {
      if (by === one) related.add(of);
      if (of === one) related.add(by);
    }
  }
  return related;
}

/** The newest direct relation; otherwise the newest edge, through other users. */
function noteOf(makerId: string, checkerId: string, edges: readonly Edge[]): CheckerNote {
  const newest = (some: readonly Edge[]) => some.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  const pair = [makerId, checkerId];
  const direct = newest(edges.filter(({ by, of }) => pair.includes(by) && pair.includes(of)));
  if (direct) {
    const { kind, by, at } = direct;
    return { checker_relation: `${by === makerId ? 'maker' : 'checker'}_${kind}`, checker_related_at: at };
  }
  const related = relatedTo(makerId, edges);
  const last = newest(edges.filter(({ by }) => related.has(by)));
  if (!last) throw new Error('the users are not related');
  return { checker_relation: 'through_others', checker_related_at: last.at };
}

interface Decider {
  id: string;
  name: string;
}

/** Users who may decide now: enabled, with the rights, after their waits. */
async function decidersOf(
  db: DbOrTx,
  { merchantId, permission, also, at }: Pick<Decision, 'merchantId' | 'permission' | 'also' | 'at'>,
): Promise<Decider[]> {
  const needed = [{ permission, power: decidingPower(merchantId) }, ...(also ? [also] : [])];
  const { rows } = await sql<Decider>`
    select u.id, coalesce(u.real_name, u.username) as name
    from users u
    where u.merchant_id = ${merchantId} and u.status = 'enabled' and ${sql.join(
      needed.map((right) => hasRight(right, at)),
      sql` and `,
    )}
    order by name, u.id`.execute(db);
  return rows;
}

/** True if user `u` has a permission, and can use its power. */
function hasRight({ permission, power }: NonNullable<Decision['also']>, at: Date) {
  return sql<boolean>`exists (
      select 1 from user_powers p
      where p.merchant_id = u.merchant_id and p.user_id = u.id and p.power = ${power} and p.usable_at <= ${at}
    ) and exists (
      select 1 from user_roles ur
      join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
      where ur.merchant_id = u.merchant_id and ur.user_id = u.id and (r.is_owner or exists (
        select 1 from role_permissions g
        where g.merchant_id = r.merchant_id and g.role_id = r.id and g.permission = ${permission})))`;
}
