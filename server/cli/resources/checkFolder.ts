import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as calls from '#shared/contract/calls.ts';
import {
  checkDeclarations,
  type CheckedDeclarations,
  type CheckEnvironment,
  type DeclarationFile,
} from '#shared/declaration/check/checkDeclarations.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { BUILT_IN_PERMISSIONS } from '#server/access/entitlements.ts';
import { MENU_TEMPLATES } from '#server/access/menuTemplates.ts';
import { BUILT_IN_PAGE_NAMES } from '#server/access/permissionToOpen.ts';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { readComponentKeys } from '#server/resources/registry/readComponentKeys.ts';
import { readFolder } from '#server/resources/registry/readFolder.ts';

/**
 * Reads the declarations of a folder, named relative to the working directory. A file of `others` replaces the folder's
 * file of the same name.
 * @throws {Error} if a file can't be read
 */
export async function readDeclarations(folder: string, others: readonly string[] = []): Promise<DeclarationFile[]> {
  const files = new Map<string, DeclarationFile>();
  for (const [name, text] of await readFolder(folder)) files.set(name, { file: path.join(folder, name), text });
  for (const file of others) {
    files.set(path.basename(file), { file: path.normalize(file), text: await readFile(file, 'utf8') });
  }
  return [...files.values()];
}

/**
 * Checks declarations against this server's code, without its database: of the menus only the templates of new tenants.
 */
export async function checkForServer(
  files: readonly DeclarationFile[],
  texts: Record<Language, Messages>,
): Promise<CheckedDeclarations> {
  const entries = Object.values(MENU_TEMPLATES).flat();
  const environment: CheckEnvironment = {
    calls: Object.values(calls).map((call) => call.path),
    permissions: Object.values(BUILT_IN_PERMISSIONS).flat(),
    menu: entries
      .flatMap((entry) => [entry, ...entry.pages])
      .flatMap(({ componentPath }) => (componentPath === null ? [] : [componentPath])),
    builtInPages: BUILT_IN_PAGE_NAMES,
    indexes: OWN_INDEXES,
    components: await readComponentKeys(),
    texts,
  };
  return checkDeclarations(files, environment);
}
