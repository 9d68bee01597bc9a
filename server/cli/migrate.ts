import path from 'node:path';
import { problemText } from '@merchant-console/declaration/check';
import { createTranslator } from '@merchant-console/declaration';
import { systemClock } from '#server/clock.ts';
import { consoleLog } from '#server/db/dbLog.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { readConfig } from '#server/process/config.ts';
import { open, type Opened, PROJECT_FOLDER } from '#server/process/open.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { runCommand } from './commandLine.ts';
import { readDeclarations } from '@merchant-console/declaration/node';
import { checkForServer } from './resources/checkForServer.ts';

/**
 * `npm run migrate`: changes the tables as the start of a server would, for servers whose database role may not. Exits
 * with 1 if a declaration's table can't be changed.
 */
async function migrateDatabase(): Promise<void> {
  const opened = await open(readConfig({ ...process.env, DEMO: '0' }), systemClock, consoleLog);
  try {
    const problems = await migrateStored(opened);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.exitCode = problems.length > 0 ? 1 : 0;
    if (problems.length === 0) process.stdout.write('The database is up to date.\n');
  } finally {
    await opened.close();
  }
}

/** Changes the tables of declared resources. @returns one line per table that can't be changed */
async function migrateStored({ db, cipher }: Opened): Promise<string[]> {
  const texts = await loadMessages(path.join(PROJECT_FOLDER, 'i18n'));
  const translate = createTranslator(texts.en, 'en');
  const { resources } = await checkForServer(await readDeclarations(path.join(PROJECT_FOLDER, 'resources')), texts);
  const storage = createStorage({ db, cipher, clock: systemClock });
  const problems: string[] = [];
  for (const resource of resources.values()) {
    const findings = resource.storage === 'table' ? await storage.prepare(resource) : [];
    problems.push(...findings.map((finding) => `${resource.name}: ${problemText(finding, translate)}`));
  }
  return problems;
}

runCommand(migrateDatabase);
