import path from 'node:path';
import type { DeclarationFile } from '@merchant-console/declaration/check';
import { addressOf } from '#shared/menus/menuAddress.ts';
import type { Db } from '#server/db/connect.ts';
import { orphanedTables } from '../stored/storedPlan.ts';
import type { PlacedProblem } from './PlacedProblem.ts';

/** Pages in the menus of all tenants, and addresses of the entries at their top. Reads without locks. */
export async function menusOfTenants({ kysely }: Db): Promise<{ menu: string[]; menuEntries: string[] }> {
  const pages = await kysely
    .selectFrom('menus')
    .where('component_path', 'is not', null)
    .select('component_path')
    .distinct()
    .execute();
  const entries = await kysely
    .selectFrom('menus')
    .where('parent_id', 'is', null)
    .select('url_name')
    .distinct()
    .execute();
  return {
    menu: pages.flatMap(({ component_path }) => component_path ?? []),
    menuEntries: entries.map((row) => addressOf({ ...row, parent_id: null }, [])),
  };
}

/** A menu entry without a page (R212) breaks no file, and the tenant can remove it. */
export function warningsOfMenu(problems: readonly PlacedProblem[]): PlacedProblem[] {
  return problems.map((problem) => (problem.id === 'R212' ? { ...problem, severity: 'warning' } : problem));
}

/** S211: the records of a resource whose file is gone can't be reached. */
export async function missingFiles({ kysely }: Db, files: readonly DeclarationFile[]): Promise<PlacedProblem[]> {
  const orphans = await orphanedTables(kysely, new Set(files.map(({ file }) => path.basename(file, '.json'))));
  return orphans
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows }) => {
      const place = { file: `${name}.json`, line: 1, column: 1, pointer: '' };
      return { id: 'S211', severity: 'warning', ...place, args: { name, rows } };
    });
}
