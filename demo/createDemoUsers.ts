import path from 'node:path';
import type { Selectable } from 'kysely';
import { createTenantAccess, OWNER_ROLE } from '#server/access/createTenantAccess.ts';
import { entitlementsOf } from '#server/access/entitlements.ts';
import { syncPowers } from '#server/access/powers.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx, UsersTable } from '#server/db/schema.ts';
import { PROJECT_FOLDER } from '#server/process/open.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { tenantId, type TenantIds } from './createTenants.ts';
import type { Random } from './random.ts';
import { DEMO_OTHERS, DEMO_SIGN_INS, type DemoSignIn } from './signIns.ts';
import { DEMO_TENANTS } from './tenants.ts';

/** Roles of the demo merchants other than the owner role. */
type LesserRole = 'Reviewer' | 'Viewer' | 'Cashier' | 'Support';

type LesserRoles = Readonly<Record<LesserRole, readonly string[]>>;

/** Description of each role. */
const ROLE_DESCRIPTIONS: Readonly<Record<LesserRole, string>> = {
  Reviewer: 'Approves payments and submits batches. Requests none.',
  Viewer: 'Reads everything, changes nothing.',
  Cashier: 'Requests deposits, withdrawals, payments and refunds. Approves none.',
  Support: 'Looks up orders for customers.',
};

/** Roles without users. */
const UNHELD_ROLES: readonly LesserRole[] = ['Support'];

const READS = /\.(list|show)$/;

const REVIEWS = /^((payment_requests|refunds)\.(approve|reject)|batch_transfers\.submit)$/;

/** Resources through which money goes out or comes in. */
const OF_CASHIER = [
  'deposits',
  'withdrawals',
  'payment_requests',
  'batch_transfers',
  'batch_transfer_items',
  'refunds',
];

const ASKS = /\.(list|show|create|cancel)$|^orders\.refund$/;

const SEEN_BY_CASHIER = ['home', 'orders', 'ledgers', 'payouts', 'payees', 'bankcards', 'channels'];

const SEEN_BY_SUPPORT = ['home', 'orders', 'refunds', 'payouts', 'channels'];

/** Stored credentials: hashed passwords and the encrypted authenticator secret. */
export interface DemoCredentials {
  passwordHash: string;
  payPasswordHash: string;
  totpSecret: string;
}

/** Creates roles, menus and users. */
export async function createDemoUsers(
  tx: Tx,
  random: Random,
  ids: TenantIds,
  credentials: ReadonlyMap<DemoSignIn, DemoCredentials>,
  at: Date,
): Promise<void> {
  const lesserRoles = await loadLesserRoles();
  for (const { merchantNo, type } of DEMO_TENANTS) {
    const merchantId = tenantId(ids, merchantNo);
    const ownerRole = await createTenantAccess(tx, { merchantId, type, at, newId: random.id });
    let lastRole = ownerRole;
    for (const signIn of DEMO_SIGN_INS.filter((one) => one.merchantNo === merchantNo)) {
      const roleId = signIn.role === OWNER_ROLE ? ownerRole : random.id(at);
      if (signIn.role !== OWNER_ROLE) await createLesserRole(tx, [merchantId, roleId], signIn.role, lesserRoles, at);
      await createUser(tx, userRow(signIn, merchantId, random.id(at), credentials.get(signIn), at), roleId);
      lastRole = roleId;
    }
    for (const other of DEMO_OTHERS.filter((one) => one.merchantNo === merchantNo)) {
      const user = { ...userRow(other, merchantId, random.id(at), undefined, at), status: other.status };
      await createUser(tx, user, lastRole);
    }
    // No money has moved yet, so nobody waits.
    await syncPowers(tx, { merchantId, at });
    // Only in tenants that have roles besides the owner role.
    for (const name of lastRole === ownerRole ? [] : UNHELD_ROLES) {
      await createLesserRole(tx, [merchantId, random.id(at)], name, lesserRoles, at);
    }
  }
}

async function createLesserRole(
  tx: Tx,
  [merchant_id, id]: [string, string],
  name: LesserRole,
  roles: LesserRoles,
  at: Date,
): Promise<void> {
  const times = { revision: 1, created_at: at, updated_at: at };
  await insertRows(tx, 'roles', [
    { merchant_id, id, name, description: ROLE_DESCRIPTIONS[name], is_owner: false, ...times },
  ]);
  const granted = roles[name].map((permission) => ({ merchant_id, role_id: id, permission }));
  await insertRows(tx, 'role_permissions', granted);
}

async function createUser(tx: Tx, user: UserRow, roleId: string): Promise<void> {
  const { merchant_id, id, username } = user;
  await insertRows(tx, 'users', [user]);
  await insertRows(tx, 'user_roles', [{ merchant_id, user_id: id, role_id: roleId }]);
  await insertRows(tx, 'directory', [
    { merchant_id: PLATFORM_ID, kind: 'username', name: username, tenant_id: merchant_id, record_id: id },
  ]);
}

type UserRow = Selectable<UsersTable>;

function userRow(
  { username, realName }: Pick<DemoSignIn, 'username' | 'realName'>,
  merchantId: string,
  id: string,
  credentials: DemoCredentials | undefined,
  at: Date,
): UserRow {
  return {
    merchant_id: merchantId,
    id,
    username,
    real_name: realName,
    phone: null,
    email: `${username}@demo.example`,
    avatar: null,
    introduction: null,
    password_hash: credentials?.passwordHash ?? null,
    pay_password_hash: credentials?.payPasswordHash ?? null,
    totp_secret: credentials?.totpSecret ?? null,
    totp_last_step: null,
    status: 'enabled',
    last_login_at: null,
    last_login_ip: null,
    time_zone: null,
    muted_notifications: [],
    statement_mail_language: null,
    invited_by: null,
    invited_at: null,
    reset_by: null,
    reset_at: null,
    language: null,
    sign_in_locked_until: null,
    revision: 1,
    created_at: at,
    updated_at: at,
  };
}

/** Derives the roles' permissions from the shipped declarations. */
export async function loadLesserRoles(): Promise<LesserRoles> {
  const resources = await loadResources(path.join(PROJECT_FOLDER, 'resources'));
  const entitled = entitlementsOf(resources.values(), 'merchant');
  const isOf = (names: readonly string[], key: string) => names.some((name) => key.startsWith(`${name}.`));
  return {
    Reviewer: entitled.filter((key) => READS.test(key) || key.endsWith('.export') || REVIEWS.test(key)),
    Viewer: entitled.filter((key) => READS.test(key)),
    Cashier: entitled.filter(
      (key) =>
        (isOf([...OF_CASHIER, 'orders'], key) && ASKS.test(key)) || (isOf(SEEN_BY_CASHIER, key) && READS.test(key)),
    ),
    Support: entitled.filter((key) => isOf(SEEN_BY_SUPPORT, key) && READS.test(key)),
  };
}
