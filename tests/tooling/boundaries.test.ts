import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { linkPackages, temporaryFolder } from '#tests/support/temporaryFolder.ts';

const resultSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** The rules that each of these files violates, by their names in .dependency-cruiser.cjs. */
async function violations(files: Record<string, string>): Promise<Map<string, string[]>> {
  const folder = await temporaryFolder({ ...files, 'package.json': await readFile('package.json', 'utf8') });
  await linkPackages(folder);
  const program = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = path.resolve('.dependency-cruiser.cjs');
  const parts = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? file))];
  const output = await new Promise<string>((resolve) => {
    // Its exit code is the number of violations, so it says nothing here.
    const args = [program, ...parts, '--config', config, '--output-type', 'json'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 }, (_error, stdout, stderr) => {
      resolve(stdout || stderr);
    });
  });
  const found = new Map<string, string[]>();
  for (const { from, rule } of resultSchema.parse(JSON.parse(output)).summary.violations) {
    found.set(from, [...(found.get(from) ?? []), rule.name]);
  }
  return found;
}

/** Files that the others import. */
const TARGETS = [
  'shared/money/amount.ts',
  'packages/one/src/index.ts',
  'packages/one/src/inner.ts',
  'packages/ra-provider/src/index.ts',
  'src/api/createApi.ts',
  'src/shell/menu/address.ts',
  'packages/ra-declared/src/index.ts',
  'src/shell/Layout.tsx',
  'src/features/wallet/Wallet.tsx',
  'server/errors.ts',
  'server/app.ts',
  'server/db/connect.ts',
  'server/http/router.ts',
  'server/ledger/post.ts',
  'server/modules/orders/service.ts',
  'server/modules/orders/repository.ts',
  'server/access/entitlements.ts',
];

/** [file, import, the rule that this violates] */
const FORBIDDEN = [
  ['shared/toReact.ts', 'react', 'shared-runs-anywhere'],
  ['shared/toNode.ts', 'node:fs', 'shared-runs-anywhere'],
  ['shared/toApi.ts', '#console/api/createApi.ts', 'boundary-shared'],
  ['packages/one/src/toShared.ts', '#shared/money/amount.ts', 'boundary-packages'],
  ['packages/one/src/toConsole.ts', '#console/api/createApi.ts', 'boundary-packages'],
  ['packages/two/src/toInner.ts', '../../one/src/inner.ts', 'boundary-packages'],
  ['packages/protocol/src/toNode.ts', 'node:fs', 'shared-runs-anywhere'],
  ['src/features/home/toInner.tsx', '../../../packages/one/src/inner.ts', 'boundary-features'],
  ['packages/ra-declared/src/toUi.tsx', '#console/shell/Layout.tsx', 'boundary-packages'],
  ['server/toPages.ts', '../packages/ra-declared/src/index.ts', 'no-provider-outside-the-console'],
  ['server/toProvider.ts', '../packages/ra-provider/src/index.ts', 'no-provider-outside-the-console'],
  ['src/api/toMenu.ts', '../shell/menu/address.ts', 'boundary-api'],
  ['src/shell/menu/toApi.ts', '#console/api/createApi.ts', 'boundary-menu'],
  ['src/shell/toApi.ts', '#console/api/createApi.ts', 'boundary-shell'],
  ['src/features/home/toOtherPage.tsx', '../wallet/Wallet.tsx', 'boundary-features'],
  ['src/features/home/toLayout.tsx', '#console/shell/Layout.tsx', 'boundary-features'],
  ['src/toServer.ts', '#server/errors.ts', 'boundary-console'],
  ['src/toKysely.ts', 'kysely', 'console-has-no-server-package'],
  ['src/toNode.ts', 'node:path', 'console-has-no-node'],
  ['src/toTestTool.ts', '@testing-library/react', 'no-tools-in-the-product'],
  ['server/http/toDb.ts', '../db/connect.ts', 'boundary-http'],
  ['server/db/toLedger.ts', '#server/ledger/post.ts', 'boundary-db'],
  ['server/ledger/toHttp.ts', '#server/http/router.ts', 'boundary-ledger'],
  ['server/resources/toModule.ts', '#server/modules/orders/service.ts', 'boundary-resources'],
  ['server/modules/payouts/toRepository.ts', '../orders/repository.ts', 'boundary-modules'],
  ['server/modules/payouts/toApp.ts', '#server/app.ts', 'boundary-modules'],
  ['server/modules/payouts/toConsole.ts', '#console/api/createApi.ts', 'boundary-modules'],
  ['server/toReact.ts', 'react', 'server-has-no-browser-package'],
  ['server/toNothing.ts', './gone.ts', 'no-broken-imports'],
  ['server/newFolder/file.ts', '#shared/money/amount.ts', 'every-area-is-known'],
] as const;

/** [file, import] */
const ALLOWED = [
  ['shared/toZod.ts', 'zod'],
  ['packages/two/src/toIndex.ts', '../../one/src/index.ts'],
  ['shared/toPackage.ts', '../packages/one/src/index.ts'],
  ['src/ui/toApi.ts', '#console/api/createApi.ts'],
  ['src/features/home/toViews.tsx', '../../../packages/ra-declared/src/index.ts'],
  ['src/App.tsx', './features/wallet/Wallet.tsx'],
  ['server/modules/payouts/toService.ts', '../orders/service.ts'],
  ['server/modules/payouts/toLedger.ts', '#server/ledger/post.ts'],
  ['server/modules/payouts/toAccess.ts', '#server/access/entitlements.ts'],
  ['server/cli/toApp.ts', '../app.ts'],
  ['tests/toAnything.ts', '#server/app.ts'],
] as const;

describe('the import boundaries', () => {
  it('forbid exactly the imports that they should', { timeout: 60_000 }, async () => {
    const files = Object.fromEntries([
      ...TARGETS.map((file) => [file, 'export const value = 1;']),
      ...[...FORBIDDEN, ...ALLOWED].map(([file, target]) => [file, `import '${target}';`]),
    ]);
    const found = await violations(files);
    for (const [file, target, rule] of FORBIDDEN) expect(found.get(file), `${file} → ${target}`).toContain(rule);
    for (const [file, target] of ALLOWED) expect(found.get(file), `${file} → ${target}`).toBeUndefined();
  });

  it('also apply to type imports, re-exports and dynamic imports', { timeout: 60_000 }, async () => {
    const target = '../../api/createApi.ts';
    const found = await violations({
      'src/api/createApi.ts': 'export interface Api { url: string }\nexport const value = 1;',
      'src/shell/menu/type.ts': `import type { Api } from '${target}';\nexport type Mine = Api;`,
      'src/shell/menu/from.ts': `export { value } from '${target}';`,
      'src/shell/menu/later.tsx': `export const later = () => import('${target}');\nexport const text = <p>text</p>;`,
    });
    expect([...found.keys()].toSorted()).toEqual([
      'src/shell/menu/from.ts',
      'src/shell/menu/later.tsx',
      'src/shell/menu/type.ts',
    ]);
  });

  it('forbid cycles and unused files', { timeout: 60_000 }, async () => {
    const found = await violations({
      'server/cli/one.ts': `import { two } from './two.ts';\nexport const one = () => two;`,
      'server/cli/two.ts': `import type { one } from './one.ts';\nexport const two = (next: typeof one) => next;`,
      'src/shell/menu/forgotten.ts': 'export const forgotten = 1;',
    });
    expect(Object.fromEntries(found)).toEqual({
      'server/cli/one.ts': ['no-circles'],
      'src/shell/menu/forgotten.ts': ['no-orphans'],
    });
  });
});
