import { passwordSchema } from '#shared/contract/enrolment.ts';
import { codeProblem, plainDigits } from './signInProblems.ts';

export const ENROLMENT_FIELDS = ['password', 'password_again', 'totp_code'] as const;
export type EnrolmentField = (typeof ENROLMENT_FIELDS)[number];
export type EnrolmentValues = Record<EnrolmentField, string>;

/** Text keys of what is wrong with the form before it is sent, by field. */
export function enrolmentProblems(values: EnrolmentValues): Partial<Record<EnrolmentField, string>> {
  const { password, password_again: again, totp_code: code } = values;
  return {
    ...(!passwordSchema.safeParse(password).success && { password: 'password.length' }),
    ...(password !== again && { password_again: 'password.mismatch' }),
    ...codeProblem(plainDigits(code)),
  };
}
