import { ValidationError } from '#server/errors.ts';

/**
 * Limits that leave room for an amount, and for a fee.
 * @param terms amounts as minor units, in whatever form
 * @throws ValidationError on the upper limit
 */
export function checkTerms(terms: Readonly<Record<string, unknown>>): void {
  const wrong = (['amount', 'fee'] as const).find((what) => {
    const least = minor(terms[`min_${what}`]);
    const most = minor(terms[`max_${what}`]);
    return least !== null && most !== null && most < least;
  });
  if (wrong) throw new ValidationError({ [`max_${wrong}`]: { key: 'below_minimum' } });
}

function minor(value: unknown): bigint | null {
  return typeof value === 'bigint' || (typeof value === 'string' && value !== '') ? BigInt(value) : null;
}
