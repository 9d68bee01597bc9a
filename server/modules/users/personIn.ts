import { optionalTextIn, textIn } from '#server/money/readForm.ts';
import type { Values } from '#server/resources/RecordSource.ts';

export const PERSON = ['real_name', 'phone', 'email'] as const;

export function contactIn(values: Values) {
  return { phone: optionalTextIn(values, 'phone'), email: optionalTextIn(values, 'email') };
}

/** The submitted personal fields. */
export function personIn(values: Values): Partial<Record<(typeof PERSON)[number], string | null>> {
  const has = (source: string) => Object.hasOwn(values, source);
  return {
    ...(has('real_name') ? { real_name: textIn(values, 'real_name') } : {}),
    ...(has('phone') ? { phone: optionalTextIn(values, 'phone') } : {}),
    ...(has('email') ? { email: optionalTextIn(values, 'email') } : {}),
  };
}
