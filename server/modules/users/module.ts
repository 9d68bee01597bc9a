import * as calls from '#shared/contract/calls.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { type Users, USERS_VIEW } from './service.ts';

export const usersModule: Module = {
  routes(router, { db, users }) {
    router.signedIn(calls.roleChoices, async ({ session: { merchantId, userId }, request }) => {
      const actor = { merchantId, userId, ip: request.ip, userAgent: null };
      const roles = await db.transaction((tx) => users.roleChoices(tx, actor));
      return roles.map(({ id, name, description, isOwner, refusal }) => ({
        id,
        name,
        description,
        is_owner: isOwner,
        may_give: refusal === null,
      }));
    });
  },

  resources: async ({ db, users }) => ({ users: usersBackend(db, users, await viewSource(db, USERS_VIEW)) }),
};

/** Writer and actions of users. */
function usersBackend(db: Db, users: Users, source: RecordSource): ResourceBackend {
  const answer = async (tx: Tx, { merchantId, userId }: Actor, id: string) =>
    withSelf(await readRecord(tx, USERS_VIEW, merchantId, id), userId);
  const onOne =
    (act: (tx: Tx, actor: Actor, id: string) => Promise<string>): ActionHandler =>
    async (tx, { actor, id }) =>
      answer(tx, actor, await act(tx, actor, id));
  return {
    side: 'both',
    source,
    sourceFor: ({ userId }) => mappedSource(source, (record) => withSelf(record, userId)),
    writer: {
      update: (actor, target, values) =>
        db.transaction(async (tx) => answer(tx, actor, await users.edit(tx, actor, target, values))),
    },
    actions: {
      invite: (tx, { actor, values }) => users.invite(tx, actor, values),
      reinvite: (tx, { actor, id }) => users.reinvite(tx, actor, id),
      enable: onOne(users.enable),
      disable: onOne(users.disable),
      reset_password: (tx, { actor, id }) => users.resetPassword(tx, actor, id),
      reset_totp: (tx, { actor, id }) => users.resetTotp(tx, actor, id),
      end_sessions: onOne(users.endAllSessions),
    },
  };
}

/** Marks the caller's own record, for which the console hides actions that nobody may do to themselves. */
function withSelf(record: WireRecord, userId: string): WireRecord {
  return { ...record, is_self: record.id === userId };
}
