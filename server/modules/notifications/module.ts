import * as calls from '#shared/contract/notifications.ts';
import type { Module } from '../Module.ts';
import { createInbox, forgetOldNotifications } from './inbox.ts';

export const notificationsModule: Module = {
  routes(router, { db, clock }) {
    const inbox = createInbox({ db, clock });
    router.signedIn(calls.notifications, ({ session, query }) => inbox.list(session, query.before));
    router.signedIn(calls.unreadNotifications, ({ session }) => inbox.unread(session));
    router.signedIn(calls.readNotifications, ({ session, body }) => inbox.markRead(session, body));
  },

  maintain: forgetOldNotifications,
};
