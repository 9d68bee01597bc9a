import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BatchColumn } from '#shared/contract/batchFile.ts';
import { maskValue, cardNumberConcern } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { BatchTransferItemsTable } from '#server/db/schema.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { storableText } from '#server/storable.ts';
import { CELL_FLAWS, EMPTY_CELL, type CellFlaw, type SheetCell } from '#server/sheets/Sheet.ts';
import { checkRow, exactText, FLAW_MESSAGES, type RowCells, type RowRules } from '../rules/checkRow.ts';

export type Item = Selectable<BatchTransferItemsTable>;

/** Maximum stored length of a cell. Longer texts are invalid in every column, and too long for the index of names. */
const KEPT_CHARACTERS = 800;

export interface ItemPlace {
  merchantId: string;
  batchId: string;
  line: number;
  at: Date;
}

/** Builds an item from its row. Problems are stored along with the original text. */
export function makeItem(
  cipher: Cipher,
  { merchantId, batchId, line, at }: ItemPlace,
  cells: RowCells,
  rules: RowRules,
): Item {
  return {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    batch_id: batchId,
    line_no: line,
    error_code: null,
    error_msg: null,
    payout_id: null,
    card_accepted: false,
    repeats_payout_id: null,
    created_at: at,
    updated_at: at,
    ...checkedValues(cipher, merchantId, cells, rules),
  };
}

/** Rebuilds an item with other cells or rules. An unchanged card number stays accepted. */
export function rebuildItem(cipher: Cipher, item: Item, cells: RowCells, rules: RowRules, at: Date): Item {
  const checked = checkedValues(cipher, item.merchant_id, cells, rules);
  const card_accepted = item.card_accepted && checked.card_hash === item.card_hash;
  return { ...item, ...checked, card_accepted, updated_at: at };
}

function checkedValues(cipher: Cipher, merchantId: string, cells: RowCells, rules: RowRules) {
  const { problems, charge, cardNumber } = checkRow(cells, rules);
  const kept = (column: BatchColumn) => storableText(exactText(column, cells[column].text).slice(0, KEPT_CHARACTERS));
  const card = cardNumber ?? kept('card_number');
  const account = cardNumber === null ? null : cardHash(cipher, merchantId, cardNumber);
  const accountProblem = account === null ? null : rules.accounts.problemOf(account);
  if (accountProblem) (problems.card_number ??= []).push(accountProblem);
  const isValid = Object.keys(problems).length === 0;
  return {
    payee_name: kept('payee_name') || null,
    bank_name: kept('bank_name') || null,
    branch_name: kept('branch_name') || null,
    remark: kept('remark') || null,
    amount_text: kept('amount'),
    card_number: card === '' ? null : cipher.encrypt(card),
    card_number_masked: card === '' ? null : maskValue(card, 'card'),
    card_hash: account,
    card_check: cardNumber === null ? null : (cardNumberConcern(cardNumber) ?? ('sound' as const)),
    amount: charge?.amount ?? null,
    fee: charge?.fee ?? null,
    currency: rules.channel.currency,
    status: isValid ? ('valid' as const) : ('invalid' as const),
    problems: isValid ? null : toStored(problems),
    recent_payout_no: null,
  };
}

const toStored = (problems: object): Item['problems'] => ({ ...problems });

/** The cells of a stored item as read from the file, including their flaws. */
export function cellsOf(cipher: Cipher, item: Item): RowCells {
  const texts: Record<BatchColumn, string | null> = {
    payee_name: item.payee_name,
    bank_name: item.bank_name,
    branch_name: item.branch_name,
    remark: item.remark,
    amount: item.amount_text,
    card_number: item.card_number === null ? null : cipher.decrypt(item.card_number),
  };
  return rowOf((column) => ({ text: texts[column] ?? '', flaw: flawOf(item, column) }));
}

function flawOf({ problems }: Item, column: BatchColumn): CellFlaw | null {
  const keys = (problems?.[column] ?? []).map(({ key }) => key);
  return CELL_FLAWS.find((flaw) => keys.includes(FLAW_MESSAGES[flaw])) ?? null;
}

/** The cells of a row by column; missing columns are empty. */
export function rowOf(cell: (column: BatchColumn) => SheetCell | undefined): RowCells {
  const found = (column: BatchColumn) => cell(column) ?? EMPTY_CELL;
  return {
    payee_name: found('payee_name'),
    card_number: found('card_number'),
    bank_name: found('bank_name'),
    branch_name: found('branch_name'),
    amount: found('amount'),
    remark: found('remark'),
  };
}
