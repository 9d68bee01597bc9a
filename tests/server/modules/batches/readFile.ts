import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { rowOf } from '#server/modules/batches/items/makeItem.ts';
import { readSheet } from '#server/sheets/readSheet.ts';
import type { ReadOptions } from '#server/sheets/Sheet.ts';
import { checkRow, type RowCells, type RowRules } from '#server/modules/batches/rules/checkRow.ts';
import { batchTable, columnNames, columnPlaces } from '#server/modules/batches/rules/columnNames.ts';
import { cardNumberConcern } from '@merchant-console/declaration';

const translators = translatorsOf(await loadMessages('i18n'));

/** The column names of the template in all languages. */
export const NAMES = columnNames(Object.values(translators));

/** A channel in CNY without limits that the files below reach. */
export const RULES: RowRules = {
  accounts: { problemOf: () => null },
  tenant: { currency: 'CNY', is_divide_hundred: 1 },
  channel: {
    merchant_id: 'm',
    id: 'c',
    ...NO_INSTRUCTIONS,
    platform_channel_id: null,
    name: 'c',
    code: 'c',
    type: 'payout',
    status: 'enabled',
    refund_fee: 'keep',
    revision: 1,
    rate_bps: 0,
    fixed_fee: 0n,
    min_fee: null,
    max_fee: null,
    deduction: 'outer',
    currency: 'CNY',
    min_amount: 100n,
    max_amount: 100_000_000n,
    created_at: new Date(0),
    updated_at: new Date(0),
  },
};

/** A row as it would be paid, or its problems by column. */
export interface Payment {
  line: number;
  cells: RowCells;
  /** `1234.50`, or null if the row is invalid. */
  amount: string | null;
  card: string | null;
  concern: string | null;
  problems: Partial<Record<BatchColumn, string[]>>;
}

/** Reads and checks a file as an upload does. */
export async function paymentsIn(bytes: Buffer, choices: Omit<ReadOptions, 'table'> = {}) {
  const read = await readSheet(bytes, { ...choices, table: batchTable(NAMES) });
  if ('choices' in read) return { choices: read.choices, reading: null, payments: [] };
  const [header, ...rows] = read.rows;
  const places = header && columnPlaces(header, NAMES, translators.en);
  const payments = rows.map((row): Payment => {
    const cells = rowOf((column) => row.cells[places?.get(column) ?? -1]);
    const { problems, charge, cardNumber } = checkRow(cells, RULES);
    const keys = BATCH_COLUMNS.flatMap((column) => {
      const found = problems[column]?.map(({ key }) => key);
      return found ? [[column, found] as const] : [];
    });
    const isValid = keys.length === 0;
    return {
      line: row.line,
      cells,
      amount: isValid && charge ? (Number(charge.amount) / 100).toFixed(2) : null,
      card: isValid ? cardNumber : null,
      concern: isValid && cardNumber !== null ? cardNumberConcern(cardNumber) : null,
      problems: Object.fromEntries(keys),
    };
  });
  return { choices: null, reading: read.reading, payments };
}
