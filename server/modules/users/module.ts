import { z } from 'zod';
import * as calls from '#shared/contract/calls.ts';
import { userNames } from '#shared/contract/userNames.ts';
import type { Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { type Users, USERS_VIEW } from './service.ts';
import { markedIfLocked, unlockOwnUser } from './unlockSignIn.ts';
import type { Caller } from './userRules.ts';

export const usersModule: Module = {
  routes(router, { db, users }) {
    router.signedIn(calls.roleChoices, async ({ session }) => {
      const roles = await db.transaction((tx) => users.roleChoices(tx, session));
      return roles.map(({ id, name, description, isOwner, refusal }) => ({
        id,
        name,
        description,
        is_owner: isOwner,
        may_give: refusal === null,
      }));
    });

    // Records say who made or approved them, so everybody who sees one may read that name.
    router.signedIn(userNames, ({ session, query }) =>
      db.kysely
        .selectFrom('users')
        .where('merchant_id', '=', session.accountId)
        .where('id', 'in', query.ids.map(idOrNone))
        .select(['id', (eb) => eb.fn.coalesce('real_name', 'username').as('name')])
        .execute(),
    );
  },

  resources: async (services) => ({
    users: usersBackend(services, await viewSource(services.db, USERS_VIEW, SEARCH.users)),
  }),
};

/** Writer and actions of users. */
function usersBackend({ db, clock, users, entitledTo }: Services, source: RecordSource): ResourceBackend {
  const answer = async (tx: Tx, actor: Actor, id: string) => {
    const mark = await markingFor(users, tx, actor, clock.now());
    return mark(await readRecord(tx, USERS_VIEW, actor.merchantId, id));
  };
  const onOne =
    (act: (tx: Tx, actor: Actor, id: string) => Promise<string>): ActionHandler =>
    async (tx, { actor, id }) =>
      answer(tx, actor, await act(tx, actor, id));
  return {
    side: 'both',
    namesForAll: true,
    stepUp: ['update', 'invite', 'reinvite', 'enable', 'reset_password', 'reset_totp'],
    source,
    sourceFor(session) {
      let marking: ReturnType<typeof markingFor> | null = null;
      return mappedSource(source, async (record) => {
        marking ??= db.transaction((tx) => markingFor(users, tx, session, clock.now()));
        return (await marking)(record);
      });
    },
    writer: {
      update: (actor, target, values) =>
        db.transaction(async (tx) => answer(tx, actor, await users.edit(tx, actor, target, values))),
    },
    actions: {
      invite: (tx, { actor, values, language }) => users.invite(tx, actor, values, language),
      reinvite: (tx, { actor, id, language }) => users.reinvite(tx, actor, id, language),
      enable: onOne(users.enable),
      disable: onOne(users.disable),
      reset_password: (tx, { actor, id, language }) => users.resetPassword(tx, actor, id, language),
      reset_totp: (tx, { actor, id, language }) => users.resetTotp(tx, actor, id, language),
      end_sessions: onOne(users.endAllSessions),
      unlock_sign_in: onOne((tx, actor, id) => unlockOwnUser(tx, actor, id, { clock, entitledTo })),
    },
  };
}

/**
 * Marks the caller's own record and the users whom the caller may manage. The console offers no action that the server
 * would refuse.
 */
async function markingFor(users: Users, tx: Tx, caller: Caller, now: Date) {
  const mayManage = await users.manageable(tx, caller);
  return (record: WireRecord): WireRecord => ({
    ...markedIfLocked(record, now),
    is_self: record.id === caller.userId,
    is_operator: caller.merchantId === PLATFORM_ID,
    may_manage: mayManage(z.array(z.string()).parse(record['role_ids'])),
  });
}
