import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { resourceName, resourceTitle } from '#shared/format/resourceName.ts';
import { createTranslator, eventName, humanise } from '@merchant-console/declaration';

const shipped = readdirSync('resources').map((file) => file.replace(/(\.schema)?\.json$/, ''));
const AUDITED = [...shipped.filter((name) => name !== 'resource'), 'base_info', 'statements'];

describe.each(['zh', 'ja'] as const)('in %s', async (language) => {
  const translate = createTranslator(await loadMessages(language), language);

  it('each resource of the audit log has a name', () => {
    expect(AUDITED.filter((name) => resourceName(name, translate) === humanise(name))).toEqual([]);
  });

  it.each(['signing_keys.add', 'signing_keys.revoke', 'merchants.suspend', 'users.disable'])(
    '%s has a name, if only that of its action',
    (action) => {
      expect(eventName(action, { translate })).not.toMatch(/[a-z]/i);
    },
  );
});

it('a resource without a text gets a readable name', () => {
  const translate = createTranslator({}, 'en');
  expect(resourceName('own_things', translate)).toBe('Own things');
  expect(eventName('own_things.put_away', { translate })).toBe('Put away');
});

it('a resource without a label has its name as its title, not the key of a text that nobody wrote', () => {
  const words = { language: 'en', translate: createTranslator({}, 'en') } as const;
  expect(resourceTitle({ name: 'own_things', label: 'resources.own_things.name' }, words)).toBe('Own things');
  expect(resourceTitle({ name: 'own_things', label: { en: 'Things' } }, words)).toBe('Things');
});
