import type { CurrencyData } from '#shared/contract/session.ts';
import {
  type CurrencyStatement,
  type LineKey,
  type Statement,
  type StatementFigures,
  type StatementSection,
  TRANSFER_LINES,
  TURNOVER_LINES,
} from '#shared/contract/statements.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { formatInZone } from '#shared/format/timeZone.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { Cell } from '#server/resources/export/Cell.ts';
import { ENTRY_COLUMNS, entryHeader, entryTable } from './entryRows.ts';
import { FORMATS, MARGIN } from './pdf/Pager.ts';
import { pdfBytes } from './pdf/pdfBytes.ts';
import { ALARM, INK, QUIET, RULE } from './pdf/PdfPen.ts';
import { type Block, type ColumnShape, lineBlock, rowBlock, type RowKind, type Section } from './pdf/Section.ts';
import type { CurrencyLines, StatementWithLines } from './service.ts';
import { isNothing } from './statementOf.ts';

interface Deps {
  language: Language;
  translate: Translate;
  /** The merchant's own currency, which determines the format of amounts. */
  own: CurrencyData;
  /** Name of the user who requested the file. */
  userName: string;
}

const WIDTH = FORMATS.portrait.width - 2 * MARGIN;
const ROW = 15;
const ENTRY_ROW = 13.5;
const FIGURES = ['available', 'frozen', 'total'] as const;

const left = (width: number): ColumnShape => ({ width, align: 'left' });
const right = (width: number): ColumnShape => ({ width, align: 'right' });

const SUMMARY_SHAPE = [left(171), right(50), right(70), right(75), right(70), right(75)];
const DAY_SHAPE = [left(61), right(75), right(75), right(75), right(75), right(75), right(75)];
const ENTRY_SHAPE = [left(92), left(86), left(136), left(150), left(62), right(74), right(74), right(84)];

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

/** A section with a table whose rows are in memory. */
function table(lead: Block[], head: Block, rows: Block[]): Section {
  return { format: 'portrait', lead, head, rowHeight: ROW, length: rows.length, rows: () => [rows] };
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

/** Four figures, whether they reconcile, the lines, and the days of one currency, as the page shows them. */
function currencySections(of: CurrencyStatement, statement: Statement, deps: Deps): Section[] {
  const { translate, own } = deps;
  const { whole, days, currency } = of;
  const text = (name: string) => translate(`statement.${name}`);
  const scale = scaleOfCurrency(currency, own);
  const plain = (minor: string) => formatAmount(minor, scale);
  const moved = (minor: string) => (BigInt(minor) > 0n ? `+${plain(minor)}` : plain(minor));
  const closing = text(statement.period.to >= statement.today ? 'closing_so_far' : 'closing');
  const summary = (cells: string[], kind: RowKind = 'plain') => rowBlock(SUMMARY_SHAPE, cells, kind, ROW);
  const balance = (label: string, figures: StatementFigures, kind: RowKind = 'strong') =>
    summary([label, '', '', ...FIGURES.map((figure) => plain(figures[figure]))], kind);
  const group = (label: string, keys: readonly LineKey[]) => {
    const rows = whole.lines.filter(({ key }) => keys.includes(key));
    if (rows.length === 0) return [];
    return [
      summary([text(label), '', '', '', '', ''], 'group'),
      ...rows.map((line) =>
        summary([
          text(`lines.${line.key}`),
          formatCount(line.count),
          line.fee === '0' ? '' : plain(line.fee),
          ...FIGURES.map((figure) => moved(line[figure])),
        ]),
      ),
    ];
  };
  const difference = isNothing(whole.difference) ? [] : [balance(text('difference'), whole.difference, 'alarm')];
  const heading = translate('statement.of_currency', { currency });
  const boxes: [string, string][] = [
    [text('opening'), plain(whole.opening.total)],
    [text('credit'), moved(whole.credit)],
    [text('debit'), plain(whole.debit)],
    [closing, plain(whole.closing.total)],
  ];
  const dayRow = (label: string, { opening, credit, debit, closing: end }: StatementSection, kind: RowKind) =>
    rowBlock(
      DAY_SHAPE,
      [label, plain(opening.total), moved(credit), plain(debit), ...FIGURES.map((figure) => plain(end[figure]))],
      kind,
      ROW,
    );
  const dayHead = ['day', 'opening', 'credit', 'debit', 'available', 'frozen'].map(text);
  return [
    table(
      [
        lineBlock(heading, { size: 11, isBold: true, width: WIDTH, above: 10 }),
        figuresBlock(boxes),
        ...reconciliation(of, deps, moved),
      ],
      summary(['item', 'count', 'fee', 'available', 'frozen', 'total'].map(text), 'head'),
      [
        balance(text('opening'), whole.opening),
        ...group('turnover', TURNOVER_LINES),
        ...group('transfers', TRANSFER_LINES),
        ...difference,
        balance(closing, whole.closing),
      ],
    ),
    ...(days.length > 1
      ? [
          table(
            [lineBlock(`${text('by_day')} – ${currency}`, { size: 9.5, isBold: true, width: WIDTH, above: 16 })],
            rowBlock(DAY_SHAPE, [...dayHead, text('closing')], 'head', ROW),
            [
              ...days.map((day) => dayRow(day.day, day, isTied(day) ? 'plain' : 'alarm')),
              dayRow(text('total_row'), whole, 'strong'),
            ],
          ),
        ]
      : []),
  ];
}

/** Four figures in a row. */
function figuresBlock(figures: readonly [string, string][]): Block {
  const width = WIDTH / figures.length;
  return {
    height: 50,
    texts: { regular: figures.map(([label]) => label), bold: figures.map(([, text]) => text) },
    draw(pen, y) {
      pen.rule(MARGIN, y + 6, WIDTH, RULE);
      figures.forEach(([label, text], at) => {
        const x = MARGIN + at * width;
        pen.text(label, x, y + 19, width - 10, { size: 8, color: QUIET });
        pen.text(text, x, y + 35, width - 10, { size: 12, weight: 'bold', isWhole: true });
      });
      pen.rule(MARGIN, y + 44, WIDTH, RULE);
    },
  };
}

/** Whether the figures reconcile with the ledger and the wallet; if not, by how much they differ. */
function reconciliation(
  { whole, days, wallet }: CurrencyStatement,
  { translate }: Deps,
  moved: (minor: string) => string,
) {
  const say = (text: string, color = INK) => lineBlock(text, { size: 8.5, color, width: WIDTH, below: 3 });
  const inAccounts = ({ available, frozen }: StatementFigures) => ({
    available: moved(available),
    frozen: moved(frozen),
  });
  const broken = days.filter((day) => !isTied(day));
  const walletDiffers = wallet !== null && !isNothing(wallet.difference);
  if (isTied(whole) && broken.length === 0 && !walletDiffers) {
    return [say(translate(wallet ? 'statement.is_tied_wallet' : 'statement.is_tied'), QUIET)];
  }
  const problems = [
    translate('statement.not_tied'),
    ...(isNothing(whole.difference) ? [] : [translate('statement.differs', inAccounts(whole.difference))]),
    ...(whole.missing === 0 ? [] : [translate('statement.missing', { count: whole.missing })]),
    ...(walletDiffers ? [translate('statement.wallet_differs', inAccounts(wallet.difference))] : []),
  ];
  return problems.map((problem) => say(problem, ALARM));
}

const isTied = ({ difference, missing }: StatementSection) => isNothing(difference) && missing === 0;

/** The columns of the accounting file except the currency, which is in the heading. */
const SHOWN = ENTRY_COLUMNS.flatMap((column, at) => (column === 'currency' ? [] : [at]));

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
