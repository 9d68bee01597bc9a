import type { CurrencyStatement, Statement } from '#shared/contract/statements.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { type CurrencyData, formatCount, formatInZone, type Translate } from '@merchant-console/declaration';
import type { Cell } from '#server/resources/export/Cell.ts';
import { currencySections } from './currencySections.ts';
import { ENTRY_COLUMNS, entryHeader, entryTable } from './entryRows.ts';
import { FORMATS, MARGIN } from './pdf/Pager.ts';
import { pdfBytes } from './pdf/pdfBytes.ts';
import { QUIET } from './pdf/PdfPen.ts';
import { type Block, left, lineBlock, right, rowBlock, type RowKind, type Section } from './pdf/Section.ts';
import type { CurrencyLines, StatementWithLines } from './service.ts';

interface Deps {
  language: Language;
  translate: Translate;
  /** The merchant's own currency, which determines the format of amounts. */
  own: CurrencyData;
  /** Name of the user who requested the file. */
  userName: string;
}

const WIDTH = FORMATS.portrait.width - 2 * MARGIN;
const ENTRY_ROW = 13.5;

const ENTRY_SHAPE = [left(88), left(84), left(116), left(120), left(54), ...[64, 50, 58, 58, 66].map(right)];

/** A statement as a PDF document: for each currency the figures of the page, then its ledger lines by account. */
export function statementPdf({ statement, lines }: StatementWithLines, deps: Deps): AsyncGenerator<Buffer> {
  const { translate } = deps;
  const { merchant, time_zone, generated_at } = statement;
  const title = `${translate('statement.title')} ${inWords(statement.period)}`;
  const time = formatInZone(new Date(generated_at), time_zone);
  const number = `${translate('statement.merchant_no')} ${merchant.merchant_no}`;
  const generated = translate('statement.generated', { time, name: deps.userName });
  // The live statement has the same name and number.
  const testMode = deps.own.is_test ? [translate('testMode.banner')] : [];
  const paper = {
    language: deps.language,
    title: `${title} – ${merchant.name}`,
    author: merchant.name,
    createdAt: new Date(generated_at),
    header: [[...testMode, merchant.name, merchant.merchant_no].join(' – '), title] as const,
    footer: generated,
    pageOf: (page: number, pages: number) =>
      translate('statement.page', { page: formatCount(page), pages: formatCount(pages) }),
  };
  const days = translate('statement.days', { zone: time_zone });
  const isOpen = statement.period.to >= statement.today;
  const letterhead = only([
    letterheadBlock({ name: merchant.name, number, title: translate('statement.title'), period: inWords(statement.period), days }), // prettier-ignore
    ...testMode.map((text) => lineBlock(text, { size: 10, isBold: true, width: WIDTH, above: 4 })),
    ...(isOpen ? [note(translate('statement.not_over'))] : []),
    ...(statement.statements.length === 0 ? [note(translate('statement.no_wallet'))] : []),
  ]);
  const summaries = statement.statements.flatMap((one) => currencySections(one, statement, deps));
  const details = statement.statements.flatMap((one) => {
    const own = lines.get(one.currency);
    return own && own.changes > 0 ? [entrySection(one, own, statement, deps)] : [];
  });
  return pdfBytes(paper, [letterhead, ...summaries, ...details]);
}

const inWords = ({ from, to }: Statement['period']) => (from === to ? from : `${from} – ${to}`);

const note = (text: string) => lineBlock(text, { size: 8.5, color: QUIET, width: WIDTH, above: 4 });

/** A section of blocks without a table. */
function only(lead: Block[]): Section {
  return { format: 'portrait', lead, head: null, rowHeight: 0, length: 0, rows: () => [] };
}

interface Letterhead {
  name: string;
  number: string;
  title: string;
  period: string;
  days: string;
}

function letterheadBlock({ name, number, title, period, days }: Letterhead): Block {
  const half = WIDTH / 2 - 8;
  const far = MARGIN + WIDTH / 2 + 8;
  return {
    height: 66,
    texts: { regular: [number, period, days], bold: [name, title] },
    draw(pen, y) {
      pen.text(name, MARGIN, y + 14, half, { size: 13, weight: 'bold' });
      pen.text(number, MARGIN, y + 30, half, { size: 8.5, color: QUIET });
      pen.text(title, far, y + 14, half, { size: 13, weight: 'bold', align: 'right' });
      pen.text(period, far, y + 30, half, { size: 9.5, align: 'right' });
      pen.text(days, far, y + 44, half, { size: 8.5, color: QUIET, align: 'right' });
    },
  };
}

/** Columns of the accounting file: the net amount is the debit or credit, and the heading names the currency. */
const SHOWN = (
  ['time', 'number', 'order_no', 'item', 'account', 'gross', 'fee', 'debit', 'credit', 'balance'] as const
).map((column) => ENTRY_COLUMNS.indexOf(column));

function entrySection(of: CurrencyStatement, lines: CurrencyLines, { time_zone }: Statement, deps: Deps): Section {
  const { translate } = deps;
  const entries = entryTable(of, lines, time_zone, deps);
  const row = (cells: readonly Cell[], kind: RowKind) =>
    rowBlock(ENTRY_SHAPE, SHOWN.map((at) => shown(cells[at] ?? '')), kind, ENTRY_ROW); // prettier-ignore
  const heading = `${translate('statement.entries.title')} – ${of.currency}`;
  return {
    format: 'landscape',
    lead: [lineBlock(heading, { size: 11, isBold: true, width: WIDTH, above: 4 })],
    head: row(entryHeader(time_zone, translate), 'head'),
    rowHeight: ENTRY_ROW,
    length: entries.length,
    async *rows() {
      for await (const rows of entries.data()) yield rows.map((cells) => row(cells, 'plain'));
      yield entries.totals().map((cells) => row(cells, 'strong'));
    },
  };
}

/** Text of a cell, with thousands separated by commas in numbers. */
function shown(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell.kind === 'number' ? cell.text.replaceAll(/\B(?=(?:\d{3})+(?:\.|$))/g, ',') : cell.text;
}
