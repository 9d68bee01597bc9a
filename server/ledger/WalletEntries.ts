import { sql } from 'kysely';
import type { DbOrTx, LedgerLinesTable } from '#server/db/schema.ts';

export interface WalletKey {
  merchantId: string;
  currency: string;
}

/** A line as a wallet's entries make it. Amounts in minor units. */
export type DueLine = Omit<LedgerLinesTable, 'merchant_id' | 'id' | 'currency'>;

/** Thrown if the entries of a wallet don't have one order in which they lead to the balances that they record. */
export class ContradictoryEntriesError extends Error {
  override readonly name = 'ContradictoryEntriesError';
  constructor(transactionId: string) {
    super(`its entries contradict each other at transaction ${transactionId}`);
  }
}

type Account = 'available' | 'frozen';

/** The entries of one transaction on one account. */
interface Movement {
  transactionId: string;
  change: bigint;
  /** True if the transaction also has entries on the other account. */
  isTied: boolean;
  availableAfter: bigint | null;
  frozenAfter: bigint | null;
  at: Date;
}

interface EntryRow {
  transaction_id: string;
  seq: bigint;
  amount: bigint;
  available_after: bigint | null;
  frozen_after: bigint | null;
  created_at: Date;
  is_tied: boolean;
}

const PAGE = 5_000;

/**
 * Reads the entries of a wallet in the order in which they were booked, as lines.
 *
 * Each account numbers its entries (`seq`), and transactions with entries on both accounts tie the two orders. Between two
 * ties, frozen only decreases, as payouts and withdrawals are paid. So an entry of available, which records what was
 * frozen then, says after which entry of frozen it came.
 */
export class WalletEntries {
  readonly #wallet: WalletKey;
  #available = new Movements('available');
  #frozen = new Movements('frozen');
  #line: Pick<DueLine, 'line_no' | 'available_after' | 'frozen_after'> = {
    line_no: 0n,
    available_after: 0n,
    frozen_after: 0n,
  };

  constructor(wallet: WalletKey) {
    this.#wallet = wallet;
  }

  /** A reader at the same position, for a transaction that may be repeated. */
  copy(): WalletEntries {
    const copy = new WalletEntries(this.#wallet);
    [copy.#available, copy.#frozen, copy.#line] = [this.#available.copy(), this.#frozen.copy(), this.#line];
    return copy;
  }

  /** The number of lines so far. */
  get count(): bigint {
    return this.#line.line_no;
  }

  /**
   * The next lines; fewer than `most` if there are no more entries now. A later call also finds new ones.
   * @throws {ContradictoryEntriesError}
   */
  async next(db: DbOrTx, most: number): Promise<DueLine[]> {
    const lines: DueLine[] = [];
    while (lines.length < most) {
      const available = await this.#available.first(db, this.#wallet);
      const frozen = await this.#frozen.first(db, this.#wallet);
      if (!available && !frozen) break;
      lines.push(this.#taken(available, frozen));
    }
    return lines;
  }

  #taken(available: Movement | undefined, frozen: Movement | undefined): DueLine {
    const earlier = this.#earlier(available, frozen);
    const [ofAvailable, ofFrozen] = [earlier.available && available, earlier.frozen && frozen];
    const first = ofAvailable || ofFrozen;
    if (!first) throw new Error('unreachable: one of the two was booked first');
    if (ofAvailable) this.#available.shift();
    if (ofFrozen) this.#frozen.shift();
    const [availableChange, frozenChange] = [ofAvailable ? ofAvailable.change : 0n, ofFrozen ? ofFrozen.change : 0n];
    const line: DueLine = {
      transaction_id: first.transactionId,
      line_no: this.#line.line_no + 1n,
      available_change: availableChange,
      frozen_change: frozenChange,
      available_after: this.#line.available_after + availableChange,
      frozen_after: this.#line.frozen_after + frozenChange,
      created_at: first.at,
    };
    const isTied = earlier.available && earlier.frozen;
    if (
      first.isTied !== isTied ||
      first.availableAfter !== line.available_after ||
      first.frozenAfter !== line.frozen_after
    ) {
      throw new ContradictoryEntriesError(first.transactionId);
    }
    this.#line = line;
    return line;
  }

  /** Which of the two movements belong to the transaction that was booked first. */
  #earlier(available: Movement | undefined, frozen: Movement | undefined): Record<Account, boolean> {
    if (!available || !frozen) return { available: available !== undefined, frozen: frozen !== undefined };
    if (available.transactionId === frozen.transactionId) return { available: true, frozen: true };
    const isAvailable = !available.isTied && (frozen.isTied || available.frozenAfter === this.#line.frozen_after);
    return { available: isAvailable, frozen: !isAvailable };
  }
}

/** The movements of one account, read page by page. */
class Movements {
  readonly #account: Account;
  #read: readonly Movement[] = [];
  #position = 0;
  #lastSeq = 0n;

  constructor(account: Account) {
    this.#account = account;
  }

  copy(): Movements {
    const copy = new Movements(this.#account);
    [copy.#read, copy.#position, copy.#lastSeq] = [this.#read, this.#position, this.#lastSeq];
    return copy;
  }

  async first(db: DbOrTx, wallet: WalletKey): Promise<Movement | undefined> {
    // The last movement may go on in the next page.
    if (this.#position >= this.#read.length - 1) await this.#readOn(db, wallet);
    return this.#read[this.#position];
  }

  shift(): void {
    this.#position += 1;
  }

  async #readOn(db: DbOrTx, { merchantId, currency }: WalletKey): Promise<void> {
    const other: Account = this.#account === 'available' ? 'frozen' : 'available';
    const { rows } = await sql<EntryRow>`
      select transaction_id, seq, amount, available_after, frozen_after, created_at,
        exists (
          select 1 from ledger_entries o
          where o.merchant_id = e.merchant_id and o.transaction_id = e.transaction_id and o.currency = e.currency
            and o.account = ${other}
        ) as is_tied
      from ledger_entries e
      where merchant_id = ${merchantId} and currency = ${currency} and account = ${this.#account}
        and seq > ${this.#lastSeq}
      order by seq limit ${PAGE}`.execute(db);
    if (rows.length === 0) return;
    const read = this.#read.slice(this.#position);
    for (const row of rows) {
      const last = read.at(-1);
      const isSame = last?.transactionId === row.transaction_id;
      const movement: Movement = {
        transactionId: row.transaction_id,
        change: isSame ? last.change + row.amount : row.amount,
        isTied: row.is_tied,
        availableAfter: row.available_after,
        frozenAfter: row.frozen_after,
        at: row.created_at,
      };
      read.splice(isSame ? -1 : read.length, 1, movement);
      this.#lastSeq = row.seq;
    }
    [this.#read, this.#position] = [read, 0];
  }
}
