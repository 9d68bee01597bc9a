import { plainDigits } from '#shared/format/plainDigits.ts';
import { RECOVERY_CODE } from '#shared/contract/recoveryCode.ts';

export const SIGN_IN_FIELDS = ['username', 'password', 'totp_code'] as const;
export type SignInField = (typeof SIGN_IN_FIELDS)[number];
export type SignInValues = Record<SignInField, string>;

/** Text keys of what is wrong with the form before it is sent, by field. */
export function signInProblems(values: SignInValues): Partial<Record<SignInField, string>> {
  const { username, totp_code: code } = toCredentials(values);
  return {
    ...(username === '' && { username: 'login.username_required' }),
    ...(values.password === '' && { password: 'login.password_required' }),
    ...(!RECOVERY_CODE.test(code) && codeProblem(code)),
  };
}

export function codeProblem(code: string): { totp_code?: string } {
  if (code === '') return { totp_code: 'login.totp_code_required' };
  return /^[0-9]{6}$/.test(code) ? {} : { totp_code: 'login.totp_code_invalid' };
}

/** What is sent: the username trimmed, the code as plain digits, the password to the letter. */
export function toCredentials({ username, password, totp_code: code }: SignInValues): SignInValues {
  return { username: username.trim(), password, totp_code: plainDigits(code) };
}
