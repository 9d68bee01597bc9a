import {
  type CurrencyStatement,
  type LineKey,
  type Statement,
  type StatementFigures,
  type StatementLine,
  type StatementSection,
  TRANSFER_LINES,
  TURNOVER_LINES,
} from '#shared/contract/statements.ts';
import {
  type CurrencyData,
  formatAmount,
  formatCount,
  scaleOfCurrency,
  type Translate,
} from '@merchant-console/declaration';
import { FORMATS, MARGIN } from './pdf/Pager.ts';
import { ALARM, INK, QUIET, RULE } from './pdf/PdfPen.ts';
import { type Block, left, lineBlock, right, rowBlock, type RowKind, type Section } from './pdf/Section.ts';
import { isNothing } from './statementOf.ts';

interface Deps {
  translate: Translate;
  /** The merchant's own currency, which determines the format of amounts. */
  own: CurrencyData;
}

const WIDTH = FORMATS.portrait.width - 2 * MARGIN;
const ROW = 15;
const FIGURES = ['available', 'frozen', 'total'] as const;

const LINES_SHAPE = [left(201), right(50), right(90), right(80), right(90)];
const DAY_SHAPE = [left(56), right(66), right(66), right(66), right(59), right(66), right(66), right(66)];

type Amount = (minor: string) => string;

/** The summary of one currency in a document, as the page shows it: figures and reconciliation, then its tables. */
export function currencySections(of: CurrencyStatement, statement: Statement, deps: Deps): Section[] {
  const { translate, own } = deps;
  const { whole, days, currency } = of;
  const text = (name: string) => translate(`statement.${name}`);
  const scale = scaleOfCurrency(currency, own);
  const plain = (minor: string) => formatAmount(minor, scale);
  const moved = (minor: string) => (BigInt(minor) > 0n ? `+${plain(minor)}` : plain(minor));
  const words = { text, plain, moved };
  const closing = text(statement.period.to >= statement.today ? 'closing_so_far' : 'closing');
  const heading = translate('statement.of_currency', { currency });
  const boxes: [string, string][] = [
    [text('opening'), plain(whole.opening.total)],
    [text('credit'), moved(whole.credit)],
    [text('debit'), plain(whole.debit)],
    [closing, plain(whole.closing.total)],
  ];
  const lead = [
    lineBlock(heading, { size: 11, isBold: true, width: WIDTH, above: 10 }),
    figuresBlock(boxes),
    ...reconciliation(of, deps, moved),
  ];
  return [
    ...(linesOf(whole, TURNOVER_LINES).length > 0 ? [chargesTable(lead, whole, words)] : [table(lead, null, [])]),
    accountsTable(whole, closing, words),
    ...(days.length > 1 ? [daysTable(of, words)] : []),
  ];
}

interface Words {
  /** The text `statement.<name>`. */
  text(name: string): string;
  /** An amount, and one with its sign. */
  plain: Amount;
  moved: Amount;
}

/** A section with a table whose rows are in memory. */
function table(lead: Block[], head: Block | null, rows: Block[]): Section {
  return { format: 'portrait', lead, head, rowHeight: ROW, length: rows.length, rows: () => [rows] };
}

const subheading = (text: string) => lineBlock(text, { size: 9.5, isBold: true, width: WIDTH, above: 16 });

const note = (text: string) => lineBlock(text, { size: 7.5, color: QUIET, width: WIDTH });

const row = (cells: string[], kind: RowKind = 'plain') => rowBlock(LINES_SHAPE, cells, kind, ROW);

const linesOf = ({ lines }: StatementSection, keys: readonly LineKey[]) =>
  lines.filter(({ key }) => keys.includes(key));

const named = ({ key, count }: StatementLine, { text }: Words) => [text(`lines.${key}`), formatCount(count)];

/** Gross, fee and net of each kind of event, and altogether. */
function chargesTable(lead: Block[], section: StatementSection, words: Words): Section {
  const { text, plain, moved } = words;
  const { activity, fees } = section;
  const hasReturned = fees.returned !== '0';
  const partOf = (part: 'charged' | 'returned') => row([text(`fees_${part}`), '', '', plain(fees[part]), '']);
  return table(
    [
      ...lead,
      subheading(text('turnover')),
      note(text('gross_note')),
      ...(hasReturned ? [note(text('returned_note'))] : []),
    ],
    row(['item', 'count', 'gross', 'fee', 'net'].map(text), 'head'),
    [
      ...linesOf(section, TURNOVER_LINES).map((line) =>
        row([...named(line, words), moved(line.gross), plain(line.fee), moved(line.total)]),
      ),
      row([text('activity'), '', moved(activity.gross), plain(activity.fee), moved(activity.net)], 'strong'),
      ...(hasReturned ? [partOf('charged'), partOf('returned')] : []),
    ],
  );
}

/** How each line changes the accounts, from the opening balance to the closing balance. */
function accountsTable(section: StatementSection, closing: string, words: Words): Section {
  const { text, plain, moved } = words;
  const balance = (label: string, figures: StatementFigures, kind: RowKind = 'strong') =>
    row([label, '', ...FIGURES.map((figure) => plain(figures[figure]))], kind);
  const group = (label: string, keys: readonly LineKey[]) => {
    const lines = linesOf(section, keys);
    if (lines.length === 0) return [];
    return [
      row([text(label), '', '', '', ''], 'group'),
      ...lines.map((line) => row([...named(line, words), ...FIGURES.map((figure) => moved(line[figure]))])),
    ];
  };
  return table([subheading(text('by_account'))], row(['item', 'count', ...FIGURES].map(text), 'head'), [
    balance(text('opening'), section.opening),
    ...group('turnover', TURNOVER_LINES),
    ...group('transfers', TRANSFER_LINES),
    ...(isNothing(section.difference) ? [] : [balance(text('difference'), section.difference, 'alarm')]),
    balance(closing, section.closing),
  ]);
}

function daysTable({ days, whole, currency }: CurrencyStatement, { text, plain, moved }: Words): Section {
  const dayRow = (label: string, { opening, credit, debit, activity, closing }: StatementSection, kind: RowKind) => {
    const amounts = [plain(opening.total), moved(credit), plain(debit), plain(activity.fee)];
    return rowBlock(DAY_SHAPE, [label, ...amounts, ...FIGURES.map((figure) => plain(closing[figure]))], kind, ROW);
  };
  const head = ['day', 'opening', 'credit', 'debit', 'fee', 'available', 'frozen', 'closing'].map(text);
  return table([subheading(`${text('by_day')} – ${currency}`)], rowBlock(DAY_SHAPE, head, 'head', ROW), [
    ...days.map((day) => dayRow(day.day, day, isTied(day) ? 'plain' : 'alarm')),
    dayRow(text('total_row'), whole, 'strong'),
  ]);
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
