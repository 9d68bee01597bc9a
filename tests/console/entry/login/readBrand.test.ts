import { describe, expect, it } from 'vitest';
import { readBrand } from '#console/entry/login/readBrand.ts';
import { readRuntimeSettings } from '#console/app/backend.ts';

const DEFAULTS = { productTitle: '商户管理系统', logo: '/logo.svg', sandbox: false };

describe('name and logo of the product', () => {
  it("are those of the deployment's settings", () => {
    const settings = '{"productTitle":"Pay","logo":"/pay.svg","apiBase":"/api"}';
    expect(readBrand(settings)).toEqual({ productTitle: 'Pay', logo: '/pay.svg', sandbox: false });
  });

  it('include whether channels may use the sandbox', () => {
    expect(readBrand('{"sandbox":true}')).toEqual({ ...DEFAULTS, sandbox: true });
  });

  it.each(['{}', '', '  ', 'garbage', 'null', '[]', '{"productTitle":7}', '{"logo":null}'])(
    'are the defaults for %j',
    (settings) => {
      expect(readBrand(settings)).toEqual(DEFAULTS);
    },
  );

  it.each(['{}', '{"productTitle":"Pay"}'])('agree with the whole settings for %s', (settings) => {
    expect(readRuntimeSettings(settings)).toMatchObject(readBrand(settings));
  });
});

describe('the whole settings', () => {
  it.each([
    ['garbage', 'JSON'],
    ['{"apiBase":7}', 'apiBase'],
    ['{"unknown":"x"}', 'unknown'],
  ])('are rejected if invalid: %s', (settings, reason) => {
    expect(() => readRuntimeSettings(settings)).toThrow(reason);
  });
});
