import { permissionKey } from '@merchant-console/protocol';
import { type ComparedField, holds, leavesOf, mapOperands, type Predicate, readComparison } from './predicate.ts';
import { readWord, type Word } from './predicateWords.ts';

const DAY_MS = 86_400_000;

/** What the words of a predicate stand for, for one user at one time. */
export interface Scope {
  userId: string;
  now: Date;
  /** The tenant's calendar day: `2026-03-08`. */
  today: string;
  permissions: ReadonlySet<string>;
}

/**
 * The predicate with constants in place of words and permissions, as `holds` needs it. Sets of values such as
 * `$user.team_members.team_id` stay, because only the database knows them.
 *
 * @param resource name of the resource, whose own permissions are written without it
 */
export function inScope(predicate: Predicate, scope: Scope, resource: string): Predicate {
  if ('all' in predicate) return { all: predicate.all.map((one) => inScope(one, scope, resource)) };
  if ('any' in predicate) return { any: predicate.any.map((one) => inScope(one, scope, resource)) };
  if ('not' in predicate) return { not: inScope(predicate.not, scope, resource) };
  if ('permission' in predicate) {
    return scope.permissions.has(permissionKey(resource, predicate.permission)) ? { all: [] } : { any: [] };
  }
  return mapOperands(predicate, (operand) => (typeof operand === 'string' ? wordValue(operand, scope) : operand));
}

/** The constant that a word stands for; other texts unchanged. */
export function wordValue(text: string, { userId, now, today }: Pick<Scope, 'userId' | 'now' | 'today'>): string {
  const word = readWord(text);
  switch (word?.kind) {
    case 'user':
      return userId;
    case 'now':
      return new Date(now.getTime() + word.milliseconds).toISOString();
    case 'today':
      return new Date(Date.parse(`${today}T00:00:00Z`) + word.days * DAY_MS).toISOString().slice(0, 10);
    case 'own':
    case undefined:
      return text;
  }
}

/** True if `predicate` holds for a record of the resource. It has no sets of the user's own values. */
export function holdsIn(
  predicate: Predicate,
  record: Readonly<Record<string, unknown>>,
  { name, fields }: { name: string; fields: readonly ComparedField[] },
  scope: Scope,
): boolean {
  return holds(inScope(predicate, scope, name), record, fields);
}

/** The words that a predicate uses. */
export function wordsIn(predicate: Predicate): Word[] {
  return leavesOf(predicate).flatMap(({ leaf }) =>
    'permission' in leaf
      ? []
      : readComparison(leaf).operands.flatMap((one) => (typeof one === 'string' ? (readWord(one) ?? []) : [])),
  );
}

/** True if only the database can decide the predicate, because it names a set of the user's own values. */
export function hasOwnSets(predicate: Predicate): boolean {
  return wordsIn(predicate).some(({ kind }) => kind === 'own');
}

/** Permissions that a predicate names, with the path to each below the predicate. */
export function permissionsIn(
  predicate: Predicate,
  path: readonly (string | number)[] = [],
): { permission: string; path: (string | number)[] }[] {
  return leavesOf(predicate, path).flatMap(({ leaf, path: place }) =>
    'permission' in leaf ? [{ permission: leaf.permission, path: [...place, 'permission'] }] : [],
  );
}
