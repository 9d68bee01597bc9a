import { subMinutes } from 'date-fns/subMinutes';
import type { OwnSession } from '#shared/contract/ownAccount.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Session } from '#server/http/session.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { endSession, endSessions } from '../sessions/endSession.ts';

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** Where users are signed in themselves. All of them may look, those too who may not list the resource `sessions`. */
export function createOwnSessions({ db, clock, idleMinutes }: { db: Db; clock: Clock; idleMinutes: number }) {
  /** Those that are alive, the asker's first and then the last seen. */
  async function list({ id: ownId, merchantId, userId }: Session): Promise<OwnSession[]> {
    const now = clock.now();
    const rows = await db.kysely
      .selectFrom('sessions')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', subMinutes(now, idleMinutes))
      .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows
      .map((row) => ({
        ...row,
        is_current: row.id === ownId,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
      }))
      .toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
  }

  /** @throws NotFoundError for somebody else's; ConflictError for one that is over */
  async function end(actor: Actor, id: string): Promise<void> {
    const shown = ({ id: over }: { id: string }) => ({ id: over });
    await db.transaction((tx) => endSession(tx, actor, { id, mayEndAll: false, at: clock.now(), shown }));
  }

  /** All but one. @returns how many there were */
  async function endOthers(actor: Actor, except: string): Promise<number> {
    const { merchantId, userId } = actor;
    const at = clock.now();
    return db.transaction(async (tx) => {
      const ended = await endSessions(tx, { merchantId, userId, except }, at);
      const recorded = { resource: 'users', recordId: userId, before: null, after: { ended }, at };
      if (ended > 0) await recordAudit(tx, { actor, action: 'users.end_sessions', ...recorded });
      return ended;
    });
  }

  return { list, end, endOthers };
}
