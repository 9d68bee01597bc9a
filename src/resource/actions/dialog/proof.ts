import type { Action } from '#shared/declaration/action.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { PAY_PASSWORD } from './PasswordInput.tsx';

/** As the server calls it. */
const TOTP_CODE: Field = { source: 'totp_code', type: 'secret', required: true };

/** What shows that it is the user who asks; it is never kept, and asked for after everything else. */
export interface Proof {
  kind: 'password' | 'code';
  field: Field;
}

/** The proof that an action asks for; null where it asks for none. */
export function proofOf({ payPassword, totp }: Pick<Action, 'payPassword' | 'totp'>): Proof | null {
  if (payPassword) return { kind: 'password', field: PAY_PASSWORD };
  return totp ? { kind: 'code', field: TOTP_CODE } : null;
}
