import { describe, expect, it } from 'vitest';
import { readBrand } from '#console/entry/login/readBrand.ts';
import { readUsualSettings } from '#console/api/usualSettings.ts';
import { runtimeSettingsSchema } from '#shared/contract/runtimeSettings.ts';

const readRuntimeSettings = (settings: string) => runtimeSettingsSchema.parse(JSON.parse(settings));

const DEFAULTS = {
  productTitle: '商户管理系统',
  logo: '/logo.svg',
  sandbox: false,
  authenticator: 'required',
  tagline: null,
};

describe('name and logo of the product', () => {
  it("are those of the deployment's settings", () => {
    const settings = '{"productTitle":"Pay","logo":"/pay.svg","apiBase":"/api"}';
    expect(readBrand(settings)).toEqual({ ...DEFAULTS, productTitle: 'Pay', logo: '/pay.svg' });
  });

  it('include whether channels may use the sandbox', () => {
    expect(readBrand('{"sandbox":true}')).toEqual({ ...DEFAULTS, sandbox: true });
  });

  it('include the text beside the form, and whether it asks for a code', () => {
    const settings = '{"authenticator":"optional","tagline":{"en":"All of it","ja":"すべて"}}';
    const given = { authenticator: 'optional', tagline: { en: 'All of it', ja: 'すべて' } };
    expect(readBrand(settings)).toEqual({ ...DEFAULTS, ...given });
    expect(readRuntimeSettings(settings)).toMatchObject(given);
  });

  it('are without the console’s own text beside the form of another back end', () => {
    expect(readBrand('{"signIn":{"path":"auth"}}')).toEqual({ ...DEFAULTS, tagline: '' });
    expect(readBrand('{"signIn":{"path":"auth"},"tagline":"Books"}')).toEqual({ ...DEFAULTS, tagline: 'Books' });
  });

  it.each([
    '{}',
    '',
    '  ',
    'garbage',
    'null',
    '[]',
    '{"productTitle":7}',
    '{"logo":null}',
    '{"authenticator":"never","tagline":{"en":7}}',
  ])('are the defaults for %j', (settings) => {
    expect(readBrand(settings)).toEqual(DEFAULTS);
  });

  it.each(['{}', '{"productTitle":"Pay"}'])('agree with the whole settings for %s', (settings) => {
    expect(readRuntimeSettings(settings)).toMatchObject(readBrand(settings));
  });
});

describe('the settings of this project’s server', () => {
  it.each(['{}', '{"productTitle":"Pay","idleMinutes":15,"sandbox":true,"apiBase":"/api"}'])(
    'are read without the schema, with the same result: %s',
    (settings) => {
      const usual = readUsualSettings(settings);
      expect(usual).not.toBeNull();
      expect(readRuntimeSettings(settings)).toMatchObject({ ...usual });
    },
  );

  it.each([
    '{"idleMinutes":0}',
    '{"idleMinutes":"15"}',
    '{"apiBase":null}',
    '{"sandbox":1}',
    '{"unknown":"x"}',
    '{"aesKey":5}',
    '{"signIn":"none"}',
    '{"tagline":"x"}',
    '[1]',
  ])('don’t include %s, which the schema reads', (settings) => {
    expect(readUsualSettings(settings)).toBeNull();
  });
});

describe('the whole settings', () => {
  it.each([
    ['garbage', 'JSON'],
    ['{"apiBase":7}', 'apiBase'],
    ['{"unknown":"x"}', 'unknown'],
    ['{"authenticator":"never"}', 'authenticator'],
    ['{"tagline":{"en":7}}', 'tagline'],
  ])('are rejected if invalid: %s', (settings, reason) => {
    expect(() => readRuntimeSettings(settings)).toThrow(reason);
  });
});
