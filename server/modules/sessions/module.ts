import { finished } from 'node:stream';
import { subDays } from 'date-fns/subDays';
import { subMinutes } from 'date-fns/subMinutes';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import * as calls from '#shared/contract/calls.ts';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';
import { deviceInWords } from '#shared/format/deviceInWords.ts';
import type { Translate } from '@merchant-console/declaration';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import type { Session } from '#server/http/session.ts';
import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { mappedSource, narrowedSource } from '#server/resources/narrowedSource.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { confirmSession } from './confirmSession.ts';
import { endSession, SESSIONS_VIEW } from './endSession.ts';
import { deviceCookie, deviceIn, forgetOrigins } from './knownOrigins.ts';

/** How long ended sessions stay listed; the audit log keeps each sign-in. */
const KEPT_DAYS = 90;

/** Permission to see and end the sessions of the whole tenant. */
const OF_ALL = 'users.edit';

export const sessionsModule: Module = {
  routes(router, services, app) {
    const { sessions, refusals, isHttps } = services;
    app.addHook('onClose', refusals.settled);
    router.public(calls.login, async ({ body, request, reply }) => {
      const signedIn = await sessions.signIn(body, {
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        device: deviceIn(request.headers.cookie),
        language: languageOf(request),
        answered: answered(reply),
      });
      void reply.header('Set-Cookie', deviceCookie(signedIn.device, { isHttps }));
      void reply.header(MENU_VERSION_HEADER, signedIn.menuVersion);
      return { login_token: signedIn.token, currency_data: signedIn.currencyData, routers: signedIn.menu };
    });

    router.signedIn(calls.logout, async ({ session, request }) => {
      await sessions.signOut(actorOf(session, request), session.id);
      return null;
    });

    router.signedIn(calls.confirmSession, async ({ session, request, body }) => {
      const until = await confirmSession(services, actorOf(session, request), session.id, body);
      return { confirmed_until: until.toISOString() };
    });

    router.signedIn(calls.userInfo, async ({ session }) => sessions.userInfo(session));
  },

  resources: async (services) => ({
    sessions: sessionsBackend(services, await viewSource(services.db, SESSIONS_VIEW)),
  }),

  async maintain(db, now) {
    await forgetOldSessions(db, now);
    await forgetOrigins(db, now);
  },
};

/** Resolves when the response has been sent or the connection is lost. */
function answered(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => finished(reply.raw, () => resolve()));
}

/** Source and actions of sessions. */
function sessionsBackend(
  { db, clock, idleMinutes, translators, users }: Services,
  source: RecordSource,
): ResourceBackend {
  const withStatus = (record: WireRecord, ownId: string | null): WireRecord => ({
    ...record,
    status: record.id === ownId ? 'current' : statusOf(record, clock.now(), idleMinutes),
  });

  function sourceFor(session: Session, request: WithLanguage): RecordSource {
    const { id, userId, permissions } = session;
    const translate = translators[languageOf(request)];
    let others: Promise<(userId: string) => boolean> | null = null;
    async function mayEnd(record: WireRecord): Promise<boolean> {
      if (record['user_id'] === userId) return true;
      others ??= db.transaction((tx) => users.manageableUsers(tx, session));
      return (await others)(String(record['user_id']));
    }
    const seen = permissions.has(OF_ALL)
      ? source
      : narrowedSource(source, [{ kind: 'compare', source: 'user_id', operator: '=', value: userId }]);
    return mappedSource(seen, async (record) => ({
      ...withStatus(record, id),
      name: nameOf(record, translate),
      may_end: await mayEnd(record),
    }));
  }

  const end: ActionHandler = async (tx, { actor, permissions, id }) => {
    const shown = (record: WireRecord) => withStatus(record, null);
    const assertMayManage = permissions.has(OF_ALL)
      ? (userId: string) => users.assertMayManage(tx, actor, userId)
      : null;
    await endSession(tx, actor, { id, assertMayManage, at: clock.now(), shown });
    return shown(await readRecord(tx, SESSIONS_VIEW, actor.merchantId, id));
  };

  const all = mappedSource(source, (record) => withStatus(record, null));
  return { side: 'both', source: all, sourceFor, actions: { end } };
}

/** Device and address, which tell a user's sessions apart better than the address alone. */
function nameOf({ user_agent, ip }: WireRecord, translate: Translate): string {
  const device = deviceInWords(typeof user_agent === 'string' ? user_agent : null, translate);
  return [device, String(ip)].join(translate('list.comma'));
}

function statusOf(record: WireRecord, now: Date, idleMinutes: number): string {
  const time = (source: string) => new Date(String(record[source]));
  if (record['ended_at'] !== null) return 'ended';
  const isOver = time('expires_at') <= now || time('last_seen_at') <= subMinutes(now, idleMinutes);
  return isOver ? 'expired' : 'active';
}

/**
 * Deletes old sessions, except each user's last one, which distinguishes a sign-in from a new address from the first
 * sign-in. Runs hourly.
 */
async function forgetOldSessions(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subDays(now, KEPT_DAYS);
  const isOld = sql<boolean>`old.expires_at < ${before} and exists (
    select from sessions newer
    where newer.merchant_id = old.merchant_id and newer.user_id = old.user_id and newer.created_at > old.created_at)`;
  await forgetRows(db, 'sessions', { key: ['id'], isOld });
}
