import type { Generated } from 'kysely';
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
}

export interface RolesTable extends Timestamps {
  merchant_id: string;
  id: string;
  name: string;
  description: string | null;
  is_owner: Generated<boolean>;
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

export interface PayPasswordAttemptsTable {
  merchant_id: string;
  user_id: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
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
