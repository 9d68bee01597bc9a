import type { ColumnType, Generated } from 'kysely';
import type { Label } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import type { Json, Keyed, Timestamps } from './columns.ts';

/** Users, roles, sessions and menus. */

export interface UsersTable extends Keyed, Timestamps {
  username: string;
  real_name: string | null;
  phone: string | null;
  email: string | null;
  avatar: string | null;
  introduction: string | null;
  password_hash: string | null;
  pay_password_hash: string | null;
  totp_secret: string | null;
  totp_last_step: bigint | null;
  status: Generated<'invited' | 'enabled' | 'disabled'>;
  last_login_at: Date | null;
  last_login_ip: string | null;
  /** IANA name, or null for the merchant's time zone. */
  time_zone: Generated<string | null>;
  /** Kinds of notifications that the user has switched off. */
  muted_notifications: ColumnType<string[], string | undefined, string>;
  /** Language of monthly statements by email, or null if the user doesn't want them. */
  statement_mail_language: Generated<Language | null>;
  /** Language of the last sign-in, for emails. */
  language: Generated<Language | null>;
  /** End of the newest lock that failed sign-ins have caused, for display. */
  sign_in_locked_until: Generated<Date | null>;
  /** Number of changes, for optimistic locking. */
  revision: Generated<number>;
  /** The user of the same tenant who invited this one, or null. */
  invited_by: Generated<string | null>;
  invited_at: Generated<Date | null>;
  /** The user of the same tenant who last reset the password or authenticator of this one, or null. */
  reset_by: Generated<string | null>;
  reset_at: Generated<Date | null>;
}

/** Who reset a user's sign-in, invited the user again or changed the address for links, with the last time. */
export interface SignInResetsTable {
  merchant_id: string;
  user_id: string;
  reset_by: string;
  reset_at: Date;
}

/** A right that users can use only after their tenant's waiting period for people, or that owners are notified of. */
export type Power = 'pay' | 'approve' | 'keys' | 'decide' | 'people';

export interface UserPowersTable {
  merchant_id: string;
  user_id: string;
  power: Power;
  gained_at: Date;
  /** Null until an invited user has set up a sign-in. */
  usable_at: Date | null;
}

export interface RolesTable extends Keyed, Timestamps {
  name: string;
  description: string | null;
  is_owner: Generated<boolean>;
  /** Number of changes, including those of its permissions, for optimistic locking. */
  revision: Generated<number>;
}

export interface RolePermissionsTable {
  merchant_id: string;
  role_id: string;
  permission: string;
}

export interface UserRolesTable {
  merchant_id: string;
  user_id: string;
  role_id: string;
}

export interface SessionsTable extends Keyed {
  user_id: string;
  token_hash: string;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** The role that the user previews the console as, or null. */
  preview_role_id: string | null;
  confirmed_until: Date | null;
  /** True if its user works with test data. */
  is_test: Generated<boolean>;
}

/** Failures in a row. */
interface Attempts {
  merchant_id: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

/** Failed sign-ins of a username, existing or not, in the last 24 hours. */
export interface SignInFailuresTable {
  merchant_id: string;
  /** In lower case; '' for all usernames from a network. */
  username: string;
  /** '' for all origins that the user hasn't signed in from. */
  origin: string;
  failures: number;
  /** Attempts since it was locked. */
  refused: number;
  /** Time of the first failure. */
  since: Date;
  locked_until: Date | null;
  updated_at: Date;
}

/** Devices and networks from which users have signed in. */
export interface KnownOriginsTable {
  merchant_id: string;
  user_id: string;
  kind: 'device' | 'network';
  /** Hash of the browser's token, or the network. */
  origin: string;
  expires_at: Date;
}

export interface EnrolmentsTable extends Keyed {
  user_id: string;
  token_hash: string;
  totp_secret: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export interface UserAttemptsTable extends Attempts {
  user_id: string;
}

export interface RecoveryCodesTable {
  merchant_id: string;
  user_id: string;
  code_hash: string;
  used_at: Date | null;
  created_at: Date;
}

export interface MenusTable extends Keyed, Timestamps {
  parent_id: string | null;
  url_name: string;
  component_path: string | null;
  title: Json<Label>;
  icon: string | null;
  position: number;
  redirect: string | null;
  is_hidden: Generated<boolean>;
  /** Number of changes, for optimistic locking. */
  revision: Generated<number>;
}

/** Number of changes of a tenant's menu; maintained by triggers. */
export interface MenuVersionsTable {
  merchant_id: string;
  version: bigint;
}

/** The declarations that a tenant's menu and roles were last brought in line with. */
export interface RollOutsTable {
  merchant_id: string;
  digest: string;
  updated_at: Date;
}

/** Menu entries that declarations have added. */
export interface RolledOutPagesTable {
  merchant_id: string;
  /** A resource, or the address of an entry made for such pages. */
  page: string;
  /** Null if the tenant had an entry of its own. Without a row of `menus`, the tenant has deleted it. */
  menu_id: string | null;
  created_at: Date;
}

/** Permissions that declarations have given to roles. */
export interface RolledOutGrantsTable {
  merchant_id: string;
  resource: string;
  /** Name in the declaration, folded. */
  role: string;
  permission: string;
  /** Null if the tenant had no such role. */
  role_id: string | null;
  /** False if the role had the permission before. */
  is_added: boolean;
  created_at: Date;
}

/** A user's new authenticator until it replaces the current one. */
export interface AuthenticatorChangesTable {
  merchant_id: string;
  user_id: string;
  /** The only session that may complete the change. */
  session_id: string;
  totp_secret: string;
  expires_at: Date;
  created_at: Date;
}

/** Notifications. Recipients of the same event have rows with the same ID. */
export interface NotificationsTable extends Keyed {
  user_id: string;
  kind: string;
  data: Json<Record<string, string>>;
  created_at: Date;
  read_at: Date | null;
}
