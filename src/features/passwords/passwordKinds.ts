import { loginPasswordUpdate, payPasswordUpdate } from '#shared/contract/calls.ts';
import type { OwnPasswords } from '#shared/contract/ownPasswords.ts';
import {
  brokenLoginPasswordRules,
  LOGIN_PASSWORD_LENGTH,
  LOGIN_PASSWORD_RULES,
} from '#shared/passwords/loginPasswordRules.ts';
import { brokenPayPasswordRules, PAY_PASSWORD_LENGTH, PAY_PASSWORD_RULES } from '#shared/passwords/payPasswordRules.ts';
import type { Api } from '#console/api/createApi.ts';

/** The password that verifies the user's identity: the one to replace, or another if there is none yet. */
export interface Proof {
  /** Field name on the server. */
  field: string;
  label: string;
  /** True for the login password, which password managers have stored. */
  isLogin: boolean;
}

/** A password that users can change themselves. */
export interface PasswordKind {
  /** `component_path` of its page; its texts are under `ownPasswords.<page>`. */
  page: 'loginPassword' | 'payPassword';
  /** Field name of the new password on the server. */
  newField: string;
  length: { min: number; max: number };
  rules: readonly string[];
  /** Rules that only the server can check. */
  serverRules: readonly string[];
  /** Returns the other rules that a new password breaks. */
  broken(password: string, username: string): ReadonlySet<string>;
  /** True if password managers should store it. */
  isLogin: boolean;
  proof(own: OwnPasswords): Proof;
  update(api: Api, proof: Proof, old: string, chosen: string): Promise<null>;
}

export const LOGIN: PasswordKind = {
  page: 'loginPassword',
  newField: 'new_password',
  length: LOGIN_PASSWORD_LENGTH,
  rules: LOGIN_PASSWORD_RULES,
  serverRules: ['common'],
  broken: brokenLoginPasswordRules,
  isLogin: true,
  proof: () => ({ field: 'old_password', label: 'ownPasswords.old_password', isLogin: true }),
  update: (api, _proof, old, chosen) => api(loginPasswordUpdate, { body: { old_password: old, new_password: chosen } }),
};

export const PAY: PasswordKind = {
  page: 'payPassword',
  newField: 'new_pay_password',
  length: PAY_PASSWORD_LENGTH,
  rules: PAY_PASSWORD_RULES,
  serverRules: ['login'],
  broken: brokenPayPasswordRules,
  isLogin: false,
  proof: ({ has_pay_password }) =>
    has_pay_password
      ? { field: 'old_pay_password', label: 'ownPasswords.old_pay_password', isLogin: false }
      : { field: 'login_password', label: 'ownPasswords.login_password', isLogin: true },
  update: (api, { field }, old, chosen) => api(payPasswordUpdate, { body: { [field]: old, new_pay_password: chosen } }),
};
