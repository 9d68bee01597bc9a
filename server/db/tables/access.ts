import type { ColumnType, Generated } from 'kysely';
import type { Label } from '#shared/i18n/label.ts';
import type { Json, Timestamps } from './columns.ts';

/** Who may sign in, what they may do, and what they see. */

export interface UsersTable extends Timestamps {
  merchant_id: string;
  id: string;
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
  /** IANA name; null: the merchant's. */
  time_zone: Generated<string | null>;
  /** Kinds of notifications that the user does without. */
  muted_notifications: ColumnType<string[], string | undefined, string>;
  /** Counts the changes, for the optimistic lock. */
  revision: Generated<number>;
}

export interface RolesTable extends Timestamps {
  merchant_id: string;
  id: string;
  name: string;
  description: string | null;
  is_owner: Generated<boolean>;
  /** Counts the changes, those of its permissions too, for the optimistic lock. */
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

export interface SessionsTable {
  merchant_id: string;
  id: string;
  user_id: string;
  token_hash: string;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** The role as which its user looks at the console; null: as themselves. */
  preview_role_id: string | null;
}

export interface SignInAttemptsTable {
  merchant_id: string;
  username: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

export interface EnrolmentsTable {
  merchant_id: string;
  id: string;
  user_id: string;
  token_hash: string;
  totp_secret: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

/** Wrong ones in a row, by user. */
export interface UserAttemptsTable {
  merchant_id: string;
  user_id: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

export interface RecoveryCodesTable {
  merchant_id: string;
  user_id: string;
  code_hash: string;
  used_at: Date | null;
  created_at: Date;
}

export interface MenusTable extends Timestamps {
  merchant_id: string;
  id: string;
  parent_id: string | null;
  url_name: string;
  component_path: string | null;
  title: Json<Label>;
  icon: string | null;
  position: number;
  redirect: string | null;
  is_hidden: Generated<boolean>;
  /** Counts the changes, for the optimistic lock. */
  revision: Generated<number>;
}

/** Counts the changes of a tenant's menu; kept by triggers. */
export interface MenuVersionsTable {
  merchant_id: string;
  version: bigint;
}

/** A new authenticator of a user, until it has replaced the one in use. */
export interface AuthenticatorChangesTable {
  merchant_id: string;
  user_id: string;
  /** The only session that can go on with it. */
  session_id: string;
  totp_secret: string;
  expires_at: Date;
  created_at: Date;
}

/** What users are told; those who are told of one event have rows of one id. */
export interface NotificationsTable {
  merchant_id: string;
  user_id: string;
  id: string;
  kind: string;
  data: Json<Record<string, string>>;
  created_at: Date;
  read_at: Date | null;
}
