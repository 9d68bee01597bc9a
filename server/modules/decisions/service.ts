import { compareDesc } from 'date-fns/compareDesc';
import { sql } from 'kysely';
import { plainText, type Translate } from '@merchant-console/declaration';
import { localTime, waitEnds } from '#server/access/powers.ts';
import type { DbOrTx, Power } from '#server/db/schema.ts';
import type { UserKey } from '#server/db/tenants.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { decidersFor, decidingPower, namesOf, standingOf } from '#server/money/checkers.ts';
import type { Actor, WireRecord } from '#server/resources/RecordSource.ts';
import type { Reader } from '#server/resources/ResourceBackend.ts';
import type { Services } from '#server/services.ts';

/** A pending request, and the permission to approve it. */
interface Pending {
  /** Tenant of the users who decide. */
  merchantId: string;
  resource: string;
  permission: string;
  /** A right that approving needs besides. */
  also?: { permission: string; power: Power };
  record: WireRecord;
}

/**
 * Facts about who may decide on a pending request: whether the reader may, why not and whom to ask; for approvers also the
 * requester's age, inviter and last reset, and whether the request came from the reader's address or device. None for
 * test data, on which any other user decides.
 */
export async function decisionFacts(
  { db: { kysely: db }, clock, translators }: Pick<Services, 'db' | 'clock' | 'translators'>,
  { merchantId, resource, permission, also, record }: Pending,
  { actor, permissions, request }: Reader,
): Promise<Readonly<Record<string, unknown>>> {
  const makerId = plainText(record['creator_id']);
  const maker = makerId === '' ? undefined : await makerOf(db, { merchantId, userId: makerId });
  if (!maker) return {};
  const at = clock.now();
  const asked = { merchantId, makerId, permission, ...(also && { also }), at };
  const mayDecide = permissions.has(permission) && makerId !== actor.userId;
  const translate = translators[languageOf(request)];
  const [deciders, same_origin, hint] = await Promise.all([
    decidersFor(db, asked),
    mayDecide ? sameOrigin(db, { merchantId, resource, id: record.id }, actor) : null,
    mayDecide ? hintFor(db, { ...asked, user: actor, translate }) : null,
  ]);
  return {
    ...maker,
    same_origin,
    deciders: deciders.length > 0 ? namesOf(deciders) : null,
    decision_hint: hint ? hint.text : deciders.length === 0 ? translate('deciding.nobody') : null,
    may_approve: hint ? hint.mayApprove : null,
  };
}

/** The requester; undefined on a test side, which has no users. */
async function makerOf(db: DbOrTx, { merchantId, userId }: UserKey) {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select u.created_at as maker_since, coalesce(i.real_name, i.username) as maker_invited_by,
      u.reset_at as maker_reset_at, coalesce(r.real_name, r.username) as maker_reset_by
    from users u
    left join users i on i.merchant_id = u.merchant_id and i.id = u.invited_by
    left join users r on r.merchant_id = u.merchant_id and r.id = u.reset_by
    where u.merchant_id = ${merchantId} and u.id = ${userId}`.execute(db);
  const [maker] = rows;
  if (!maker) return undefined;
  const time = (value: unknown) => (value instanceof Date ? value.toISOString() : null);
  return { ...maker, maker_since: time(maker['maker_since']), maker_reset_at: time(maker['maker_reset_at']) };
}

/** What the reader has in common with the origin of the request: address, device, both, or null. */
async function sameOrigin(
  db: DbOrTx,
  { merchantId, resource, id }: { merchantId: string; resource: string; id: string },
  { ip, userAgent }: Actor,
): Promise<'address_and_device' | 'address' | 'device' | null> {
  const first = await db
    .selectFrom('audit_logs')
    .where('merchant_id', '=', merchantId)
    .where('resource', '=', resource)
    .where('record_id', '=', id)
    .orderBy('seq')
    .select(['ip', 'user_agent'])
    .limit(1)
    .executeTakeFirst();
  if (!first) return null;
  const isSameAddress = first.ip !== null && first.ip === ip;
  const isSameDevice = first.user_agent !== null && first.user_agent === userAgent;
  if (isSameAddress) return isSameDevice ? 'address_and_device' : 'address';
  return isSameDevice ? 'device' : null;
}

interface Asked {
  merchantId: string;
  makerId: string;
  permission: string;
  also?: NonNullable<Pending['also']>;
  user: UserKey;
  at: Date;
  translate: Translate;
}

/** Why a user may not approve, or what approving marks; null if neither. */
async function hintFor(
  db: DbOrTx,
  { user, translate, ...asked }: Asked,
): Promise<{ text: string | null; mayApprove: boolean }> {
  const { merchantId, also, at } = asked;
  const waits = await waitEnds(db, user, at);
  const ends = [decidingPower(merchantId), ...(also ? [also.power] : [])].flatMap((power) => waits(power) ?? []);
  const [from] = ends.toSorted(compareDesc);
  if (from) {
    return { text: translate('errors.power_waiting', { from: await localTime(db, user, from) }), mayApprove: false };
  }
  const standing = await standingOf(db, { ...asked, checkerId: user.userId });
  if (standing.kind === 'free') return { text: null, mayApprove: true };
  if (standing.kind === 'strict') return { text: translate('errors.checker_strict'), mayApprove: false };
  if (standing.kind === 'refused') {
    return { text: translate('errors.checker_related', { names: namesOf(standing.others) }), mayApprove: false };
  }
  const { checker_relation, checker_related_at } = standing.note;
  const on = await localTime(db, user, checker_related_at);
  return { text: translate(`deciding.marked.${checker_relation}`, { on }), mayApprove: true };
}
