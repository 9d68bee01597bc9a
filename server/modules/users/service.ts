import {
  assertMailable,
  insertUser,
  inviteOwner,
  type LinkDeps,
  userLink,
  type UserLink,
  usernameProblem,
} from './inviteOwner.ts';
import { createManaging } from './manageable.ts';
import { createPeople } from './people.ts';
import { createSignIns } from './signIns.ts';
import { createUserActs, type UsersDeps, USERS_VIEW } from './userActs.ts';
import { managerOf } from './userRules.ts';

export {
  assertMailable,
  insertUser,
  inviteOwner,
  type LinkDeps,
  managerOf,
  userLink,
  USERS_VIEW,
  usernameProblem,
  type UserLink,
};

export type Users = ReturnType<typeof createUsers>;

/**
 * Users of a tenant. All functions run in the given transaction, lock the tenant first, and throw ForbiddenError if the
 * actor has lost the permission in the meantime or the user holds more than the actor.
 */
export function createUsers(deps: UsersDeps) {
  const acts = createUserActs(deps);
  return { ...createPeople(deps, acts), ...createSignIns(deps, acts), ...createManaging(deps.entitledTo) };
}
