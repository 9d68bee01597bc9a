import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMessages as serverMessages } from '#server/i18n/loadMessages.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { flatTexts } from './flatTexts.ts';
import { usedKeys } from './usedKeys.ts';

/** In source code `list.sort` may also be a path in a resource declaration. */
const AMBIGUOUS = ['list'];

function programFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

describe('keys in the source code', () => {
  it('all have a text', async () => {
    const texts = new Set(
      [await loadMessages('en'), (await serverMessages('i18n')).en].flatMap((part) => [...flatTexts(part).keys()]),
    );
    const namespaces = [...new Set([...texts].map((key) => key.split('.')[0] ?? ''))];
    const scanned = namespaces.filter((namespace) => !AMBIGUOUS.includes(namespace));
    const missing = ['src', 'packages', 'shared', 'server']
      .flatMap(programFiles)
      .flatMap((file) =>
        [...usedKeys(readFileSync(file, 'utf8'), scanned)]
          .filter((key) => !texts.has(key))
          .map((key) => `${file}: ${key}`),
      );
    expect(missing).toEqual([]);
  });
});

describe('usedKeys', () => {
  it.each([
    ["translate('login.title')", 'login.title'],
    ['t(\n  "orders.fields.amount", { count })', 'orders.fields.amount'],
    ["{ messageKey: 'orders.gone' }", 'orders.gone'],
    ['<Page titleKey="menu.wallets" />', 'menu.wallets'],
    ["<Page titleKey={'menu.wallets'} />", 'menu.wallets'],
    ["throw new Refusal('errors.conflict')", 'errors.conflict'],
    ['const text = `errors.network`;', 'errors.network'],
  ])('finds the key in %s', (source, key) => {
    expect([...usedKeys(source, ['errors', 'menu'])]).toEqual([key]);
  });

  it.each([
    ["can('orders.list')"],
    ["import { menu } from './menu.ts'"],
    ['translate(`menu.${page}`)'],
    ["split('errors.')"],
    ["format('orders.amount')"],
  ])('finds no key in %s', (source) => {
    expect([...usedKeys(source, ['errors', 'menu'])]).toEqual([]);
  });
});
