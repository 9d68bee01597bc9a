import * as calls from '#shared/contract/notifications.ts';
import type { Router } from '#server/http/router.ts';
import type { Inbox } from './inbox.ts';

export function notificationRoutes(router: Router, inbox: Inbox): void {
  router.signedIn(calls.notifications, ({ session, query }) => inbox.list(session, query.before));
  router.signedIn(calls.unreadNotifications, ({ session }) => inbox.unread(session));
  router.signedIn(calls.readNotifications, ({ session, body }) => inbox.markRead(session, body));
}
