import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { entryId } from './post.ts';
import { ContradictoryEntriesError, type DueLine, WalletEntries, type WalletKey } from './WalletEntries.ts';
import { lockWallet } from './wallets.ts';

/** How the lines of a wallet differ from its entries. */
export interface WalletDifferences extends WalletKey {
  /** Transactions without a line. */
  missing: number;
  /** Lines with another number, change, balance or time. */
  wrong: number;
  /** Lines without entries. */
  surplus: number;
  /** Number of lines that the wallet counts, and that its entries make. */
  counted: bigint;
  due: bigint;
  /** The first missing and wrong lines. */
  examples: { due: DueLine; found: DueLine | null }[];
  /** Why the lines can't be derived from the entries, or null. */
  problem: string | null;
}

type FoundLine = DueLine & { id: string };

/** Lines that are compared at a time, and the usual number of those that are rewritten in one transaction. */
const PIECE = 2_000;
const MOST_EXAMPLES = 20;

/**
 * Compares the ledger lines of each wallet with its entries, also while the server runs.
 * @param onDifferences called for each wallet that differs
 */
export async function compareLines(
  db: Db,
  onDifferences: (found: WalletDifferences) => void | Promise<void>,
): Promise<void> {
  const wallets = await db.kysely.selectFrom('wallets').select(['merchant_id', 'currency']).execute();
  for (const { merchant_id: merchantId, currency } of wallets) {
    const found = await db.transaction((tx) => differencesOf(tx, { merchantId, currency }), {
      isolationLevel: 'repeatable read',
      limits: NO_LIMITS,
    });
    const isRight = found.missing + found.wrong + found.surplus === 0 && found.counted === found.due;
    if (!isRight || found.problem !== null) await onDifferences(found);
  }
}

/**
 * Rebuilds the ledger lines from the entries, also while the server runs. A wallet is locked for one piece at a time.
 * Lines that are right stay as they are, so an interrupted run can be repeated. The others get a new ID.
 * @param onDifferences called for each wallet that differs, before it is rebuilt. Those with a problem aren't.
 */
export function rebuildLines(
  db: Db,
  onDifferences: (found: WalletDifferences) => void,
  { piece = PIECE }: { piece?: number } = {},
): Promise<void> {
  return compareLines(db, async (found) => {
    onDifferences(found);
    if (found.problem === null) await rebuild(db, found, piece);
  });
}

async function differencesOf(tx: Tx, wallet: WalletKey): Promise<WalletDifferences> {
  const found: WalletDifferences = {
    ...wallet,
    ...{ missing: 0, wrong: 0, surplus: 0, counted: 0n, due: 0n, examples: [], problem: null },
  };
  const entries = new WalletEntries(wallet);
  let known = 0;
  try {
    for (let due = await entries.next(tx, PIECE); due.length > 0; due = await entries.next(tx, PIECE)) {
      const lines = await linesOf(
        tx,
        wallet,
        sql`transaction_id = any(${due.map((line) => line.transaction_id)}::uuid[])`,
      );
      const byTransaction = new Map(lines.map((line) => [line.transaction_id, line]));
      known += lines.length;
      for (const line of due) {
        const existing = byTransaction.get(line.transaction_id) ?? null;
        if (existing !== null && isSame(existing, line)) continue;
        found[existing === null ? 'missing' : 'wrong'] += 1;
        if (found.examples.length < MOST_EXAMPLES) found.examples.push({ due: line, found: existing });
      }
    }
  } catch (error) {
    if (!(error instanceof ContradictoryEntriesError)) throw error;
    return { ...found, problem: error.message };
  }
  const { rows } = await sql<{ counted: bigint; present: bigint }>`
    select lines as counted, (
      select count(*) from ledger_lines where merchant_id = ${wallet.merchantId} and currency = ${wallet.currency}
    ) as present
    from wallets where merchant_id = ${wallet.merchantId} and currency = ${wallet.currency}`.execute(tx);
  const { counted = 0n, present = 0n } = rows[0] ?? {};
  return { ...found, surplus: Number(present) - known, counted, due: entries.count };
}

async function rebuild(db: Db, wallet: WalletKey, piece: number): Promise<void> {
  const entries = new WalletEntries(wallet);
  const inLock = (change: (tx: Tx) => Promise<void>) =>
    db.transaction(
      async (tx) => {
        await lockWallet(tx, wallet.merchantId, wallet.currency);
        await change(tx);
      },
      { limits: NO_LIMITS },
    );
  for (;;) {
    const due = await entries.next(db.kysely, piece);
    if (due.length === 0) break;
    await inLock((tx) => writeLines(tx, wallet, due));
  }
  await inLock(async (tx) => {
    // What was booked since the last piece.
    const newest = entries.copy();
    for (let due = await newest.next(tx, piece); due.length > 0; due = await newest.next(tx, piece)) {
      await writeLines(tx, wallet, due);
    }
    await sql`
      delete from ledger_lines
      where merchant_id = ${wallet.merchantId} and currency = ${wallet.currency} and line_no > ${newest.count}`.execute(
      tx,
    );
    await sql`
      update wallets set lines = ${newest.count}
      where merchant_id = ${wallet.merchantId} and currency = ${wallet.currency}`.execute(tx);
  });
}

/** Makes consecutive lines what they must be, in a wallet whose earlier lines are right. */
async function writeLines(tx: Tx, wallet: WalletKey, due: readonly DueLine[]): Promise<void> {
  const [first, last] = [due[0], due.at(-1)];
  if (!first || !last) return;
  const present = await linesOf(
    tx,
    wallet,
    sql`(line_no between ${first.line_no} and ${last.line_no}
      or transaction_id = any(${due.map((line) => line.transaction_id)}::uuid[]))`,
  );
  const dueOf = new Map(due.map((line) => [line.transaction_id, line]));
  const isRight = (line: DueLine) => {
    const expected = dueOf.get(line.transaction_id);
    return expected !== undefined && isSame(line, expected);
  };
  const wrong = present.filter((line) => !isRight(line));
  const right = new Set(present.filter(isRight).map((line) => line.transaction_id));
  await sql`
    delete from ledger_lines
    where merchant_id = ${wallet.merchantId} and id = any(${wrong.map(({ id }) => id)}::uuid[])`.execute(tx);
  await insertRows(
    tx,
    'ledger_lines',
    due
      .filter((line) => !right.has(line.transaction_id))
      .map((line) => ({
        merchant_id: wallet.merchantId,
        id: entryId(line.created_at, line.line_no),
        currency: wallet.currency,
        ...line,
      })),
  );
  // So that a line that is booked before the last piece is written gets a free number.
  await sql`
    update wallets set lines = ${last.line_no}
    where merchant_id = ${wallet.merchantId} and currency = ${wallet.currency} and lines < ${last.line_no}`.execute(tx);
}

async function linesOf(db: DbOrTx, wallet: WalletKey, condition: RawBuilder<unknown>): Promise<FoundLine[]> {
  const { rows } = await sql<FoundLine>`
    select id, transaction_id, line_no, available_change, frozen_change, available_after, frozen_after, created_at
    from ledger_lines
    where merchant_id = ${wallet.merchantId} and currency = ${wallet.currency} and ${condition}`.execute(db);
  return rows;
}

function isSame(one: DueLine, other: DueLine): boolean {
  return (
    one.transaction_id === other.transaction_id &&
    one.line_no === other.line_no &&
    one.available_change === other.available_change &&
    one.frozen_change === other.frozen_change &&
    one.available_after === other.available_after &&
    one.frozen_after === other.frozen_after &&
    one.created_at.getTime() === other.created_at.getTime()
  );
}
