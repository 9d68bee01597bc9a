import { describe, expect, it } from 'vitest';
import { isOfConstraint } from '#server/db/dbErrors.ts';

const LONG = 'r_customers_of_the_northern_branches$telephone_number_of_the_office';
const CUT = LONG.slice(0, 47);

describe('an error names a constraint', () => {
  it.each([
    ['wallets_pkey', 'wallets_pkey', true],
    ['wallets_pkey_102321', 'wallets_pkey', true],
    ['wallets_pkey_1023210', 'wallets_pkey', true],
    ['wallets_pkey_10232', 'wallets_pkey', false],
    ['wallets_pkey_102321', 'wallets', false],
    ['wallets_pkey2_102321', 'wallets_pkey', false],
    ['r_reports_202401$code$key', 'r_reports_202401$code$key', true],
    [`${CUT}_1a2b3c4d_102321`, LONG, true],
    [`${CUT}_1a2b3c4d_102321`, LONG.replace('customers', 'customer'), false],
    [`${CUT}_1a2b3c4d`, LONG, false],
  ])('%s for %s: %s', (constraint, name, expected) => {
    expect(isOfConstraint(Object.assign(new Error('duplicate key'), { constraint }), name)).toBe(expected);
  });

  it('only if it has one', () => {
    expect(isOfConstraint(new Error('wallets_pkey'), 'wallets_pkey')).toBe(false);
    expect(isOfConstraint({ constraint: 'wallets_pkey' }, 'wallets_pkey')).toBe(false);
  });
});
