import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireMigrated } from '#server/db/migrate.ts';
import type { DueLine } from '#server/ledger/WalletEntries.ts';
import { compareLines, rebuildLines, type WalletDifferences } from '#server/ledger/rebuildLines.ts';
import { PROJECT_FOLDER } from '#server/process/open.ts';
import { UsageError } from '@merchant-console/declaration/node';
import { onDatabaseAsIs, runCommand } from './commandLine.ts';

const USAGE = 'Usage: npm run ledger:rebuild -- [--dry-run]';

/**
 * `npm run ledger:rebuild`: rebuilds the lines of the ledger from its entries, also while the server runs. Prints what
 * differs. Exits with 1 if a wallet can't be rebuilt, and with `--dry-run`, which changes nothing, if one differs.
 */
async function ledgerRebuild(): Promise<void> {
  const isDryRun = readArguments();
  await onDatabaseAsIs(async (db) => {
    await requireMigrated(db, path.join(PROJECT_FOLDER, 'server', 'db', 'migrations'));
    let different = 0;
    let failed = 0;
    const print = (found: WalletDifferences) => {
      different += 1;
      if (found.problem !== null) failed += 1;
      process.stdout.write(report(found));
    };
    await db.patiently(() => (isDryRun ? compareLines : rebuildLines)(db, print));
    process.stdout.write(conclusion({ isDryRun, different, failed }));
    process.exitCode = failed > 0 || (isDryRun && different > 0) ? 1 : 0;
  });
}

/** @returns true for `--dry-run` */
function readArguments(): boolean {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run'];
  } catch {
    throw new UsageError(USAGE);
  }
}

function conclusion({ isDryRun, different, failed }: { isDryRun: boolean; different: number; failed: number }): string {
  if (different === 0) return 'The lines of all wallets match their entries.\n';
  if (isDryRun) return `Nothing was changed. Wallets that differ: ${different}\n`;
  const advice = failed === 0 ? '' : `, not rebuilt: ${failed}. See npm run ledger:check`;
  return `Rebuilt wallets: ${different - failed}${advice}\n`;
}

function report({ merchantId, currency, ...found }: WalletDifferences): string {
  const wallet = `${merchantId} ${currency}`;
  if (found.problem !== null) return `${wallet}: ${found.problem}\n`;
  const counts = `${found.missing} lines missing, ${found.wrong} wrong, ${found.surplus} too many`;
  const first = `${wallet}: ${counts}; the wallet counts ${found.counted} lines, its entries make ${found.due}\n`;
  const examples = found.examples.map(
    ({ due, found: line }) =>
      `  transaction ${due.transaction_id}: ${inWords(due)}; found ${line === null ? 'none' : inWords(line)}\n`,
  );
  const left = found.missing + found.wrong - examples.length;
  return [first, ...examples, ...(left > 0 ? [`  and ${left} more\n`] : [])].join('');
}

function inWords(line: DueLine): string {
  return (
    `line ${line.line_no}, available ${line.available_change} to ${line.available_after}, ` +
    `frozen ${line.frozen_change} to ${line.frozen_after}`
  );
}

runCommand(ledgerRebuild);
