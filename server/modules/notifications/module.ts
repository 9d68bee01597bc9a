import { z } from 'zod';
import { subDays } from 'date-fns/subDays';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import * as calls from '#shared/contract/notifications.ts';
import {
  notificationKindSchema,
  NOTIFICATIONS_AT_ONCE,
  type NotificationData,
  type UnreadNotifications,
} from '#shared/contract/notifications.ts';
import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { titleNamed } from '#server/resources/export/fileName.ts';
import type { Services } from '#server/services.ts';
import type { Clock } from '#server/clock.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { NotificationsTable } from '#server/db/schema.ts';
import type { Module } from '../Module.ts';

export const notificationsModule: Module = {
  routes(router, services) {
    const inbox = createInbox(services);
    const present = presenter(services);
    const presentUnread = ({ count, newest }: calls.UnreadNotifications, request: WithLanguage) => ({
      count,
      newest: newest && present(newest, request),
    });

    router.signedIn(calls.notifications, async ({ session, query, request }) => {
      const { items, has_more } = await inbox.list(session, query.before);
      return { items: items.map((item) => present(item, request)), has_more };
    });

    router.signedIn(calls.unreadNotifications, async ({ session, request }) =>
      presentUnread(await inbox.unread(session), request),
    );

    router.signedIn(calls.readNotifications, async ({ session, body, request }) =>
      presentUnread(await inbox.markRead(session, body), request),
    );
  },

  maintain: forgetOldNotifications,
};

/** Arguments of an error's message. */
const argsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** Adds title and reason of an export in the language of a request. The console formats all other kinds. */
function presenter({ registry, translators, translateError }: Services) {
  return (item: calls.NotificationData, request: WithLanguage): calls.NotificationData => {
    if (item.kind !== 'export_ended') return item;
    const { error, error_args: args = '{}', ...data } = item.data;
    const language = languageOf(request);
    const title = titleNamed(registry, data['resource'] ?? '', { language, translate: translators[language] });
    const reason =
      error === undefined ? {} : { reason: translateError(request)(error, argsSchema.parse(JSON.parse(args))) };
    return { ...item, data: { ...data, title, ...reason } };
  };
}

/** Retention of notifications. */
export const KEPT_DAYS = 90;

/** A single notification, or all up to one. */
type ReadMark = { id: string } | { up_to: string };

/** Notifications of a user. */
function createInbox({ db: { kysely }, clock }: { db: Db; clock: Clock }) {
  const oldest = () => subDays(clock.now(), KEPT_DAYS);
  const ofReader = ({ merchantId, userId }: UserKey) =>
    kysely
      .selectFrom('notifications')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where('created_at', '>', oldest());

  /** Newest first. @param before only those older than this one, which needn't exist any more */
  async function list(reader: UserKey, before?: string): Promise<{ items: NotificationData[]; has_more: boolean }> {
    let asked = ofReader(reader)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(NOTIFICATIONS_AT_ONCE + 1);
    if (before !== undefined) asked = asked.where('id', '<', before);
    const rows = await asked.execute();
    const items = rows.slice(0, NOTIFICATIONS_AT_ONCE).map(shown);
    return { items, has_more: rows.length > NOTIFICATIONS_AT_ONCE };
  }

  async function unread(reader: UserKey): Promise<UnreadNotifications> {
    const ofUnread = ofReader(reader).where('read_at', 'is', null);
    const { count } = await ofUnread.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow();
    const newest = await ofUnread.selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
    return { count: Number(count), newest: newest ? shown(newest) : null };
  }

  /** Marks the reader's notifications as read. Those already read keep their time. */
  async function markRead(reader: UserKey, mark: ReadMark): Promise<UnreadNotifications> {
    let marked = kysely
      .updateTable('notifications')
      .set({ read_at: clock.now() })
      .where('merchant_id', '=', reader.merchantId)
      .where('user_id', '=', reader.userId)
      .where('read_at', 'is', null);
    marked = 'id' in mark ? marked.where('id', '=', mark.id) : marked.where('id', '<=', mark.up_to);
    await marked.execute();
    return unread(reader);
  }

  return { list, unread, markRead };
}

function shown({ id, kind, data, created_at, read_at }: Selectable<NotificationsTable>): NotificationData {
  return {
    id,
    data,
    kind: notificationKindSchema.parse(kind),
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  };
}

/** Deletes expired notifications. Runs hourly. */
export async function forgetOldNotifications(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subDays(now, KEPT_DAYS);
  await forgetRows(db, 'notifications', { key: ['user_id', 'id'], isOld: sql`old.created_at < ${before}` });
}
