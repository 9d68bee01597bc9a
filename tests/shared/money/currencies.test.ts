import { describe, expect, it } from 'vitest';
import { currencyCodes, scaleByIso, scaleOfCurrency } from '@merchant-console/declaration';

// As in ISO 4217. Node and Chromium have other digits for HUF and those after it.
const WITH_TWO = 'CNY USD EUR HUF IDR COP PKR LAK MMK LBP IRR ALL YER MGA AFN SOS SYP KPW'.split(' ');
const WITHOUT = 'JPY KRW VND CLP UGX XAF XPF'.split(' ');

describe('decimals of currencies', () => {
  it.each([
    ...WITH_TWO.map((currency) => ({ currency, decimals: 2 })),
    ...WITHOUT.map((currency) => ({ currency, decimals: 0 })),
  ])('of $currency are $decimals', ({ currency, decimals }) => {
    expect(scaleByIso(currency)).toBe(decimals);
    expect(scaleOfCurrency(currency, { currency: 'NZD', is_divide_hundred: 1 })).toBe(decimals);
    expect(currencyCodes()).toContain(currency);
  });

  it.each(['IQD', 'KWD', 'BHD', 'OMR', 'TND', 'JOD', 'LYD', 'CLF', 'XAU', 'XXX', 'ABC', 'cny', ''])(
    'of %s are not supported',
    (currency) => {
      expect(scaleByIso(currency)).toBeNull();
      expect(currencyCodes()).not.toContain(currency);
    },
  );

  it('of the tenant’s own currency are those of its setting', () => {
    expect(scaleOfCurrency('HUF', { currency: 'HUF', is_divide_hundred: 0 })).toBe(0);
    expect(scaleOfCurrency('JPY', { currency: 'JPY', is_divide_hundred: 1 })).toBe(2);
  });
});
