import type { EntitledTo } from '#server/access/entitlements.ts';
import { type AuditSide, recordAudit } from '#server/audit/recordAudit.ts';
import type { RecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import type { Language } from '@merchant-console/declaration/languages';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { applyRights } from '../powers/service.ts';
import { endSessions } from '../sessions/endSession.ts';
import { LINK_REASONS, type LinkAction, type LinkDeps, userLink } from './inviteOwner.ts';
import { assertNotAbove, type ManagedUser, type Manager, managerOf, userOf } from './userRules.ts';

/** The list's view. */
export const USERS_VIEW = 'v_users';

export interface UsersDeps extends LinkDeps {
  entitledTo: EntitledTo;
  recoveryCodes: RecoveryCodes;
}

export type UserActs = ReturnType<typeof createUserActs>;

/** Steps that several changes of users share. */
export function createUserActs(deps: UsersDeps) {
  const { clock, mailsLinks, entitledTo } = deps;

  const applied = (tx: Tx, merchantId: string, more: { restarted?: string } = {}) =>
    applyRights(tx, { merchantId, at: clock.now(), sendsMail: mailsLinks, ...more });
  const manager = (tx: Tx, actor: Actor, permission: string) => managerOf(tx, actor, permission, entitledTo);

  /** A user other than the actor, in the required status. */
  async function other(tx: Tx, actor: Actor, id: string, permission: string, status: ManagedUser['status']) {
    const by = await manager(tx, actor, permission);
    const user = await userOf(tx, by, id);
    if (user.id === actor.userId) throw new ForbiddenError('own_account');
    await assertNotAbove(tx, by, user.id);
    if (user.status !== status) {
      const current = await readRecord(tx, USERS_VIEW, actor.merchantId, user.id);
      throw new ConflictError({ id: 'not_in_this_state', args: { record: user.username }, current });
    }
    return { by, user };
  }

  async function store(
    tx: Tx,
    user: ManagedUser,
    change: Partial<Omit<ManagedUser, 'roleIds' | 'muted_notifications'>>,
  ): Promise<void> {
    await updateRow(tx, 'users', user, { ...change, revision: user.revision + 1, updated_at: clock.now() });
  }

  /** Relates the actor to a user whose sign-in they could set up from now on, see `assertChecker`. */
  async function relate(tx: Tx, { userId: reset_by }: Actor, { merchant_id, id }: ManagedUser): Promise<void> {
    const reset_at = clock.now();
    await tx
      .insertInto('sign_in_resets')
      .values({ merchant_id, user_id: id, reset_by, reset_at })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id', 'reset_by']).doUpdateSet({ reset_at }))
      .execute();
  }

  async function signOut(tx: Tx, { merchant_id: merchantId, id: userId }: ManagedUser): Promise<void> {
    await endSessions(tx, { merchantId, userId }, clock.now());
  }

  async function linkFor(
    tx: Tx,
    by: Manager,
    { userId, language }: { userId: string; language: Language },
    action: LinkAction,
    before: AuditSide,
    after: AuditSide,
  ) {
    const message = { reason: LINK_REASONS[action], language };
    const link = await userLink(tx, deps, { merchantId: by.actor.merchantId, userId }, message);
    const sent = link.mailed_to === undefined ? {} : { link_mailed_to: link.mailed_to };
    await logEvent(tx, by, userId, action, before, { ...after, link_expires_at: link.expires_at, ...sent });
    return link;
  }

  async function logEvent(tx: Tx, { actor }: Manager, id: string, action: string, before: AuditSide, after: AuditSide) {
    await recordAudit(tx, { actor, action: `users.${action}`, recordId: id, before, after, at: clock.now() });
  }

  return { applied, manager, other, store, relate, signOut, linkFor, logEvent };
}
