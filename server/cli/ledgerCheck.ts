import { findWrongSums } from '#server/figures/recountOrders.ts';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { onDatabaseAsIs, runCommand } from './commandLine.ts';

/**
 * `npm run ledger:check`: checks the ledger invariants, also while the server runs. Exits with 1 if one is violated.
 */
async function ledgerCheck(): Promise<void> {
  await onDatabaseAsIs(async (db) => {
    const violations = [
      ...(await findViolations(db)),
      ...(await findBusinessViolations(db)),
      ...(await findWrongSums(db)),
    ];
    process.stdout.write(violations.length === 0 ? 'The ledger is consistent.\n' : report(violations));
    process.exitCode = violations.length === 0 ? 0 : 1;
  });
}

/** Lists each violated rule once, followed by the rows that violate it. */
function report(violations: readonly Violation[]): string {
  const rules = [...new Set(violations.map(({ rule }) => rule))];
  const paragraphs = rules.map((rule) => {
    const broken = violations.filter((violation) => violation.rule === rule);
    return [rule, ...broken.map(line)].join('\n');
  });
  return `The ledger is inconsistent.\n\n${paragraphs.join('\n\n')}\n`;
}

function line({ merchant_id, currency, subject, found }: Violation): string {
  return `  ${merchant_id ?? 'all merchants'} ${currency} ${subject}: ${found}`;
}

runCommand(ledgerCheck);
