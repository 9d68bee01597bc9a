import { v7 as uuidv7 } from 'uuid';
import { type AuditEvent, recordAudit } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import { insertRows, updateRow } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError, orNotFound } from '#server/errors.ts';
import { optionalTextIn, textIn } from '#server/money/readForm.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values, WireRecord } from '#server/resources/RecordSource.ts';
import { actorRights, assertHoldsPermissions, permissionsOfRole, type RolesDeps } from './actorRights.ts';
import { lockRoles, type Role, ROLES_VIEW, roleToChange } from './roleTable.ts';

type Words = Pick<Role, 'name' | 'description'>;

/** The roles of a tenant, without their permissions. All functions run in the given transaction. */
export function createRoles(deps: Pick<RolesDeps, 'clock' | 'entitledTo'>) {
  const { clock } = deps;

  /** @throws {ValidationError} on `name` if another role has it */
  async function create(tx: Tx, actor: Actor, values: Values): Promise<Role> {
    const roles = await lockRoles(tx, actor.merchantId);
    const role = await insert(tx, actor, roles, wordsIn(values));
    await audit(tx, actor, 'create', role.id, { after: only(LOGGED, role) });
    return role;
  }

  /**
   * Fields missing in `values` stay unchanged.
   * @throws {NotFoundError} if there is no such role
   * @throws {ConflictError} if the revision is outdated; also ValidationError like `create`
   */
  async function update(tx: Tx, actor: Actor, target: Target, values: Values): Promise<Role> {
    const roles = await lockRoles(tx, actor.merchantId);
    const role = await roleToChange(tx, roles, target);
    const words = wordsIn({ ...role, ...values });
    assertFree(roles, words.name, role.id);
    const changed = LOGGED.filter((source) => words[source] !== role[source]);
    if (changed.length === 0) return role;
    const after = { ...role, ...words, revision: role.revision + 1, updated_at: clock.now() };
    await updateRow(tx, 'roles', role, after);
    await audit(tx, actor, 'edit', role.id, { before: only(changed, role), after: only(changed, after) });
    return after;
  }

  /** Creates a role with the permissions of another one. @throws {ForbiddenError} if they exceed the actor's */
  async function copy(tx: Tx, actor: Actor, id: string, values: Values): Promise<Role> {
    const roles = await lockRoles(tx, actor.merchantId);
    const source = orNotFound(roles.find((one) => one.id === id));
    const rights = await actorRights(tx, actor, deps);
    const granted = [...(await permissionsOfRole(tx, source, rights.entitled))];
    assertHoldsPermissions(rights, granted);
    const { description } = source;
    const role = await insert(tx, actor, roles, wordsIn({ description, ...values }));
    const { merchant_id } = role;
    await insertRows(
      tx,
      'role_permissions',
      granted.map((permission) => ({ merchant_id, role_id: role.id, permission })),
    );
    const after = { ...only(LOGGED, role), copied_from: source.name, permissions: granted.toSorted() };
    await audit(tx, actor, 'copy', role.id, { after });
    return role;
  }

  /**
   * @returns the deleted record
   * @throws {ConflictError} if users hold the role
   */
  async function remove(tx: Tx, actor: Actor, target: Target): Promise<WireRecord> {
    const { merchantId } = actor;
    const role = await roleToChange(tx, await lockRoles(tx, merchantId), target);
    const current = await readRecord(tx, ROLES_VIEW, merchantId, role.id);
    const count = Number(current['user_count']);
    if (count > 0) throw new ConflictError({ id: 'role_held', args: { role: role.name, smart_count: count }, current });
    await tx.deleteFrom('roles').where('merchant_id', '=', merchantId).where('id', '=', role.id).execute();
    await audit(tx, actor, 'delete', role.id, { before: only(LOGGED, role) });
    return current;
  }

  async function insert(tx: Tx, { merchantId }: Actor, roles: readonly Role[], words: Words): Promise<Role> {
    assertFree(roles, words.name, null);
    const at = clock.now();
    const role: Role = {
      merchant_id: merchantId,
      id: uuidv7({ msecs: at.getTime() }),
      ...words,
      is_owner: false,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('roles').values(role).execute();
    return role;
  }

  function audit(tx: Tx, actor: Actor, action: string, recordId: string, sides: Pick<AuditEvent, 'before' | 'after'>) {
    return recordAudit(tx, { actor, action: `roles.${action}`, recordId, at: clock.now(), ...sides });
  }

  return { create, update, copy, remove };
}

/** Role fields in the audit log. */
const LOGGED = ['name', 'description'] as const;

function wordsIn(values: Values): Words {
  return { name: textIn(values, 'name').trim(), description: optionalTextIn(values, 'description')?.trim() ?? null };
}

/** Case-insensitive, because such names would be confused. */
function assertFree(roles: readonly Role[], name: string, own: string | null): void {
  const folded = (text: string) => text.normalize('NFKC').toLowerCase();
  if (roles.some((one) => one.id !== own && folded(one.name) === folded(name))) {
    throw new ValidationError({ name: { key: 'role_exists' } });
  }
}
