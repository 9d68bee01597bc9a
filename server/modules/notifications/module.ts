import { z } from 'zod';
import * as calls from '#shared/contract/notifications.ts';
import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { titleNamed } from '#server/resources/export/fileName.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { createInbox, forgetOldNotifications } from './inbox.ts';

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
