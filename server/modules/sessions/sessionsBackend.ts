import type { Clock } from '#server/clock.ts';
import type { Session } from '#server/http/session.ts';
import { mappedSource, narrowedSource } from '#server/resources/narrowedSource.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { endSession, SESSIONS_VIEW } from './endSession.ts';

/** Whoever holds it sees and ends the sessions of the whole tenant, others their own. */
const OF_ALL = 'users.edit';
const MINUTE = 60_000;

export interface SessionsBackendMeans {
  clock: Clock;
  sessionIdleMinutes: number;
}

/** Where people are signed in, and how that is ended. */
export function sessionsBackend(
  { clock, sessionIdleMinutes: idleMinutes }: SessionsBackendMeans,
  source: RecordSource,
): ResourceBackend {
  const withStatus = (record: WireRecord, ownId: string | null): WireRecord => ({
    ...record,
    status: record.id === ownId ? 'current' : statusOf(record, clock.now(), idleMinutes),
  });

  function sourceFor({ id, userId, permissions }: Session): RecordSource {
    const seen = permissions.has(OF_ALL)
      ? source
      : narrowedSource(source, [{ kind: 'compare', source: 'user_id', operator: '=', value: userId }]);
    return mappedSource(seen, (record) => withStatus(record, id));
  }

  const end: ActionHandler = async (tx, { actor, permissions, ids: [id = ''] }) => {
    const shown = (record: WireRecord) => withStatus(record, null);
    await endSession(tx, actor, { id, mayEndAll: permissions.has(OF_ALL), at: clock.now(), shown });
    return shown(await readRecord(tx, SESSIONS_VIEW, actor.merchantId, id));
  };

  return { source: mappedSource(source, (record) => withStatus(record, null)), sourceFor, actions: { end } };
}

function statusOf(record: WireRecord, now: Date, idleMinutes: number): string {
  const time = (source: string) => new Date(String(record[source])).getTime();
  if (record['ended_at'] !== null) return 'ended';
  const isOver = time('expires_at') <= now.getTime() || time('last_seen_at') <= now.getTime() - idleMinutes * MINUTE;
  return isOver ? 'expired' : 'active';
}
