import { describe, expect, it } from 'vitest';
import { nearest } from '@merchant-console/declaration/check';

const KEYS = ['name', 'type', 'columns', 'perPage', 'eq', 'in', 'recordRepresentation', 'merchant_order_no', 'label'];

describe('the suggestion', () => {
  it.each([
    ['nmae', 'name'],
    ['colums', 'columns'],
    ['per_page', 'perPage'],
    ['PERPAGE', 'perPage'],
    ['eqq', 'eq'],
    ['labels', 'label'],
    ['merchant_order', 'merchant_order_no'],
    ['recordRepresentaton', 'recordRepresentation'],
  ])('for %s is %s', (word, meant) => {
    expect(nearest(word, KEYS)).toBe(meant);
  });

  it.each(['colour', 'x', '', 'equals', 'io', 'rate', 'reference'])('for "%s" is missing', (word) => {
    expect(nearest(word, KEYS)).toBeUndefined();
  });

  it('is the nearest of several candidates, but never the word itself', () => {
    expect(nearest('min_amont', ['max_amount', 'min_amount', 'amount'])).toBe('min_amount');
    expect(nearest('name', ['name'])).toBeUndefined();
  });
});
