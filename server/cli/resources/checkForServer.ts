import path from 'node:path';
import type { Messages } from '@merchant-console/declaration';
import {
  checkDeclarations,
  type CheckedDeclarations,
  type CheckEnvironment,
  type DeclarationFile,
} from '@merchant-console/declaration/check';
import type { Language } from '@merchant-console/declaration/languages';
import { readDeclarations } from '@merchant-console/declaration/node';
import { everyCall } from '#shared/contract/everyCall.ts';
import { componentsWith } from '#shared/shippedComponents.ts';
import { BUILT_IN_PERMISSIONS } from '#server/access/entitlements.ts';
import { MENU_TEMPLATES } from '#server/access/menuTemplates.ts';
import { BUILT_IN_PAGE_NAMES } from '#server/access/permissionToOpen.ts';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { readComponentKeys } from '#server/resources/registry/readFolder.ts';

/** This server's code, without its database: of the menus only the templates of new tenants. */
export async function serverEnvironment(texts: Record<Language, Messages>): Promise<CheckEnvironment> {
  const entries = Object.values(MENU_TEMPLATES).flat();
  return {
    calls: everyCall.map((call) => call.path),
    permissions: Object.values(BUILT_IN_PERMISSIONS).flat(),
    menu: entries
      .flatMap((entry) => [entry, ...entry.pages])
      .flatMap(({ componentPath }) => (componentPath === null ? [] : [componentPath])),
    menuEntries: entries.map(({ urlName }) => `/${urlName.replace(/^\//, '')}`),
    builtInPages: BUILT_IN_PAGE_NAMES,
    indexes: OWN_INDEXES,
    components: componentsWith(await readComponentKeys()),
    texts,
  };
}

/** The folder that the server reads. */
const SERVER_FOLDER = 'resources';

/**
 * The server's declarations that a folder would be added to, such as `examples/crm`. Empty if the folder has most of them
 * itself, because it then stands for all that a server has.
 */
export async function declarationsBeside(folder: string): Promise<DeclarationFile[]> {
  const [own, added] = await Promise.all([readDeclarations(SERVER_FOLDER), readDeclarations(folder)]);
  const names = new Set(added.map(({ file }) => path.basename(file)));
  const missing = own.filter(({ file }) => !names.has(path.basename(file)));
  return missing.length > own.length / 2 ? missing : [];
}

/** Checks declarations against this server's code. */
export async function checkForServer(
  files: readonly DeclarationFile[],
  texts: Record<Language, Messages>,
): Promise<CheckedDeclarations> {
  return checkDeclarations(files, await serverEnvironment(texts));
}
