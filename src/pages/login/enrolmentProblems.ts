import { brokenLoginRules } from '#shared/passwords/loginPasswordRules.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { codeProblem } from './signInProblems.ts';

export const ENROLMENT_FIELDS = ['password', 'password_again', 'totp_code'] as const;
export type EnrolmentField = (typeof ENROLMENT_FIELDS)[number];
export type EnrolmentValues = Record<EnrolmentField, string>;

/** What the user of a link is to set. */
export interface EnrolmentNeeds {
  password: boolean;
  totp: boolean;
}

/** Text keys of what is wrong with the form before it is sent, by field. */
export function enrolmentProblems(
  values: EnrolmentValues,
  { needs, username }: { needs: EnrolmentNeeds; username: string },
): Partial<Record<EnrolmentField, string>> {
  const { password, password_again: again, totp_code: code } = values;
  const broken = brokenLoginRules(password, username);
  return {
    ...(needs.password && {
      ...(broken.has('username') && { password: 'errors.password_contains_username' }),
      ...(broken.has('length') && { password: 'password.length' }),
      ...(password !== again && { password_again: 'password.mismatch' }),
    }),
    ...(needs.totp && codeProblem(plainDigits(code))),
  };
}
