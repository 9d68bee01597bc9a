import { ConflictError } from '#server/errors.ts';

/**
 * Holds a call that names an order for the second time to what it asked for then.
 * @param before what was asked for, by parameter; absent and null are the same
 * @throws ConflictError `order_differs` that names the parameters
 */
export function assertSame(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): void {
  const different = Object.keys(before).filter((name) => (before[name] ?? null) !== (now[name] ?? null));
  if (different.length > 0)
    throw new ConflictError({ id: 'order_differs', args: { parameters: different.join(', ') } });
}
