import type { Transaction } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { createUsers, USERS_VIEW, type UsersMeans } from './service.ts';

type Tx = Transaction<Database>;

/** What is done with users by those who manage them. */
export function usersBackend(means: UsersMeans & { db: Db }, source: RecordSource): ResourceBackend {
  const users = createUsers(means);
  const answer = async (tx: Tx, { merchantId, userId }: Actor, id: string) =>
    withSelf(await readRecord(tx, USERS_VIEW, merchantId, id), userId);
  const onOne =
    (act: (tx: Tx, actor: Actor, id: string) => Promise<string>): ActionHandler =>
    async (tx, { actor, ids: [id = ''] }) =>
      answer(tx, actor, await act(tx, actor, id));
  return {
    source,
    sourceFor: ({ userId }) => mappedSource(source, (record) => withSelf(record, userId)),
    writer: {
      update: (actor, target, values) =>
        means.db.transaction(async (tx) => answer(tx, actor, await users.edit(tx, actor, target, values))),
    },
    actions: {
      invite: (tx, { actor, values }) => users.invite(tx, actor, values),
      reinvite: (tx, { actor, ids: [id = ''] }) => users.reinvite(tx, actor, id),
      enable: onOne(users.enable),
      disable: onOne(users.disable),
      reset_password: (tx, { actor, ids: [id = ''] }) => users.resetPassword(tx, actor, id),
      reset_totp: (tx, { actor, ids: [id = ''] }) => users.resetTotp(tx, actor, id),
      end_sessions: onOne(users.endAllSessions),
    },
  };
}

/** Tells the console what is not offered, since nobody does it to themselves. */
function withSelf(record: WireRecord, userId: string): WireRecord {
  return { ...record, is_self: record.id === userId };
}
