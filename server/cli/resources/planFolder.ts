import path from 'node:path';
import { createTranslator } from '@merchant-console/declaration';
import { problemText } from '@merchant-console/declaration/check';
import { systemClock } from '#server/clock.ts';
import { databaseCipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { readConfig } from '#server/process/config.ts';
import { purgeTable } from '#server/resources/stored/purgeTable.ts';
import {
  orphanedTables,
  type OrphanedTable,
  type PlannedStep,
  storedPlan,
  type StoredPlan,
} from '#server/resources/stored/storedPlan.ts';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { type PlannedChange, type PlannedRollOut, planRollOut } from '#server/rollOut/planRollOut.ts';
import { COMMAND_LINE, onDatabaseAsIs } from '../commandLine.ts';
import { problemLine, readDeclarations, UsageError } from '@merchant-console/declaration/node';
import { checkForServer, declarationsBeside } from './checkForServer.ts';

type Print = (line: string) => void;

/**
 * Prints what the folder would do to the configured database. Changes nothing.
 * @returns exit status: 1 if a file has errors, or if a server would refuse a change
 */
export async function planFolder({ folder, print }: { folder: string; print: Print }): Promise<number> {
  const texts = await loadMessages('i18n');
  const translate = createTranslator(texts.en, 'en');
  const files = [...(await declarationsBeside(folder)), ...(await readDeclarations(folder))];
  const { resources, problems } = await checkForServer(files, texts);
  const errors = problems.filter(({ severity }) => severity === 'error');
  for (const problem of errors) print(problemLine(problem, translate));
  const place = readConfig({ ...process.env, DEMO: '0' });
  const stored = [...resources.values()].filter(({ storage }) => storage === 'table');
  const [plans, orphans, rolledOut] = await onDatabaseAsIs(
    async (db): Promise<[StoredPlan[], OrphanedTable[], PlannedRollOut[]]> => {
      const cipher = await databaseCipher(db, place, systemClock);
      const made: StoredPlan[] = [];
      for (const resource of stored) made.push(await storedPlan(db.kysely, resource, cipher, systemClock.now()));
      const undecided = files.map(({ file }) => path.basename(file, '.json')).filter((name) => !resources.has(name));
      const own = [...resources.values()].filter(({ name }) => !Object.hasOwn(OWN_INDEXES, name));
      const tenants = await planRollOut(db.kysely, { resources: own, undecided }, systemClock.now());
      return [made, await orphansOf(db, folder), tenants];
    },
  );
  for (const { name, rows, steps, seconds, refused } of plans) {
    if (steps.length === 0 && refused.length === 0) continue;
    print(`${name}: ${many(rows, 'record')}${refused.length > 0 ? ', refused' : ''}`);
    for (const step of steps) print(`  ${stepLine(step)}`);
    if (seconds >= 0.5) print(`  no writes for about ${Math.round(seconds)} s`);
    for (const finding of refused) print(`  ${finding.id} ${problemText(finding, translate)}`);
  }
  for (const orphan of orphans) print(orphanLine(orphan));
  for (const { name, steps } of rolledOut) {
    print(`${name}: menus and roles`);
    for (const line of rollOutLines(steps)) print(`  ${line}`);
  }
  const refused = plans.filter((plan) => plan.refused.length > 0).length;
  const changed = plans.filter((plan) => plan.steps.length > 0).length - refused;
  print(`${stored.length} stored resources: ${changed} would change, ${refused} would be refused.`);
  return errors.length + refused > 0 ? 1 : 0;
}

interface PurgeOptions {
  folder: string;
  /** The resource to purge; without it, nothing is deleted. */
  name: string | undefined;
  /** The number of records that may be deleted, as typed. */
  rows: string | undefined;
  print: Print;
}

/**
 * Deletes the table of a resource without a file, if the number of its records is the expected one. Without a name, prints
 * those that could be deleted.
 * @throws {UsageError} if there is no such table, or it has another number of records
 */
export async function purge({ folder, name, rows, print }: PurgeOptions): Promise<number> {
  return onDatabaseAsIs(async (db) => {
    const orphans = await orphansOf(db, folder);
    if (name === undefined) {
      for (const orphan of orphans) print(orphanLine(orphan));
      if (orphans.length === 0) print('Each stored resource has a file.');
      return 0;
    }
    const orphan = orphans.find((one) => one.name === name);
    if (!orphan) throw new UsageError(`There is no table of “${name}” without a file in ${folder}.`);
    if (rows !== String(orphan.rows)) {
      throw new UsageError(`“${name}” has ${many(orphan.rows, 'record')}. Repeat the number: ${purgeCommand(orphan)}`);
    }
    await purgeTable({ db, clock: systemClock, actor: COMMAND_LINE }, orphan);
    print(`Deleted “${name}” with ${many(orphan.rows, 'record')}.`);
    return 0;
  });
}

/** Invalid files count, too. Their resources continue with the previous version. */
async function orphansOf(db: Db, folder: string): Promise<OrphanedTable[]> {
  const files = [...(await declarationsBeside(folder)), ...(await readDeclarations(folder))];
  const names = files.map(({ file }) => path.basename(file, '.json'));
  const former = files.flatMap(({ text }) => /"from"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? []);
  return orphanedTables(db.kysely, new Set([...names, ...former]));
}

const purgeCommand = ({ name, rows }: OrphanedTable) => `npm run resources purge ${name} -- --rows ${rows}`;

function orphanLine(orphan: OrphanedTable): string {
  return `${orphan.name}: ${many(orphan.rows, 'record')} without a file. To delete: ${purgeCommand(orphan)}`;
}

function stepLine(one: PlannedStep): string {
  switch (one.step) {
    case 'create':
      return 'create the table';
    case 'move':
      return `move ${many(one.rows, 'record')} of ${one.from}, with files, permissions and menu entries`;
    case 'drop':
      return `delete ${one.source} with ${many(one.values, 'value')}`;
    case 'leave':
      return `leave the empty column of ${one.source} until migrate.drop names it`;
    case 'rename':
      return `rename ${one.from} to ${one.source} with ${many(one.values, 'value')}`;
    case 'add':
      return `add ${one.source}`;
    case 'convert':
    case 'encrypt':
    case 'decrypt':
    case 'remask':
      return `${one.step} ${one.source}: ${many(one.values, 'value')}`;
    case 'index':
      return `make the index ${one.index}`;
    case 'unindex':
      return `remove the index ${one.index}`;
    case 'words':
      return `store the searched words of ${many(one.rows, 'record')}`;
  }
}

/** Permissions with the same role and merchants are one line. */
function rollOutLines(steps: readonly PlannedChange[]): string[] {
  const permissionsOf = new Map<string, string[]>();
  for (const step of steps) {
    const line = rollOutLine(step);
    permissionsOf.set(line, [...(permissionsOf.get(line) ?? []), ...('permission' in step ? [step.permission] : [])]);
  }
  return [...permissionsOf].map(([line, permissions]) => line.replace('%s', () => permissions.join(', ')));
}

/** @returns the line with %s for the permissions */
function rollOutLine(step: PlannedChange): string {
  const whose = `of ${step.merchants.slice(0, NAMED).join(', ')}${step.merchants.length > NAMED ? `, … (${step.merchants.length})` : ''}`;
  switch (step.change) {
    case 'show':
      return `add ${step.address} to the menu ${whose}`;
    case 'move':
      return `change ${step.address} in the menu ${whose}`;
    case 'hide':
      return `remove ${step.address} from the menu ${whose}`;
    case 'blocked':
      return `no place in the menu ${whose}`;
    case 'grant':
      return `give %s to the role ${step.role} ${whose}`;
    case 'revoke':
      return `take %s from the role ${step.role} ${whose}`;
    case 'absent':
      return `no role ${step.role} ${whose}`;
    case 'keep':
      return `keep %s given to roles ${whose}, without effect`;
  }
}

/** Number of merchants that a line names. */
const NAMED = 5;

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
