import { describe, expect, it } from 'vitest';
import { isOfConstraint, isOfConstraintOf, sqlState, translateDbError } from '#server/db/dbErrors.ts';

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

  it.each([
    ['duplicate key value violates unique constraint "wallets_pkey_102321"', 'wallets_pkey', true],
    ['duplicate key value violates unique constraint "wallets_pkey_102321"', 'orders_pkey', false],
    ['новое значение нарушает ограничение «wallets_pkey_102321»', 'wallets_pkey', true],
    [
      'new row for relation "r_things_102009" violates check constraint "r_things$shape_102009"',
      'r_things$shape',
      true,
    ],
    [`duplicate key value violates unique constraint "${CUT}_1a2b3c4d_102321"`, LONG, true],
    ['duplicate key value violates unique constraint "wallets_pkey"', 'wallets_pkey', false],
  ])('in its message alone, as of a part of a table on another node: %s', (message, name, expected) => {
    expect(isOfConstraint(Object.assign(new Error(message), { code: '23505' }), name)).toBe(expected);
    expect(isOfConstraint(Object.assign(new Error(message), { code: '42601' }), name)).toBe(false);
    expect(isOfConstraint(new Error(message), name)).toBe(false);
  });

  it('of a table', () => {
    const message = 'duplicate key value violates unique constraint "r_things$code_102321"';
    const error = Object.assign(new Error(message), { code: '23505' });
    expect(isOfConstraintOf(error, 'r_things$')).toBe(true);
    expect(isOfConstraintOf(error, 'r_thing$')).toBe(false);
    expect(isOfConstraintOf(Object.assign(error, { constraint: 'r_thing$code' }), 'r_thing$')).toBe(true);
  });

  it('only if it has one', () => {
    expect(isOfConstraint(new Error('wallets_pkey'), 'wallets_pkey')).toBe(false);
    expect(isOfConstraint({ constraint: 'wallets_pkey' }, 'wallets_pkey')).toBe(false);
  });
});

describe('an error of rows that were copied to another node', () => {
  it.each([
    ['duplicate key value violates unique constraint "wallets_pkey_102029"', '23505'],
    ['new row for relation "wallets_102029" violates check constraint "wallets_frozen_check_102029"', '23514'],
    [
      'insert or update on table "orders_102029" violates foreign key constraint "orders_merchant_id_fkey_102029"',
      '23503',
    ],
    ['null value in column "currency" of relation "wallets_102029" violates not-null constraint', '23502'],
    ['cannot execute the query: "duplicate key value violates unique constraint"', 'XX000'],
  ])('gets the SQLSTATE of its message: %s', (message, code) => {
    expect(sqlState(translateDbError(Object.assign(new Error(message), { code: 'XX000' })))).toBe(code);
  });
});
