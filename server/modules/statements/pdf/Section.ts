import { type Format, MARGIN, type Pager } from './Pager.ts';
import { ALARM, INK, type PdfPen, QUIET, STRONG_RULE } from './PdfPen.ts';

/** A line or group of lines of the document that is never divided. */
export interface Block {
  /** In points. */
  height: number;
  /** All texts that it draws, by weight. */
  texts: { regular: readonly string[]; bold: readonly string[] };
  /** @param y top of the block */
  draw(pen: PdfPen, y: number): void;
}

/** Blocks that follow each other. */
export interface Section {
  format: Format;
  /** Blocks kept together with the table head and the first rows. */
  lead: readonly Block[];
  /** Repeated on every page of the rows. */
  head: Block | null;
  rowHeight: number;
  /** Number of blocks that `rows` generates, each of `rowHeight`. */
  length: number;
  rows(): AsyncIterable<readonly Block[]> | Iterable<readonly Block[]>;
}

/** Number of rows kept together with the beginning of their section. */
const FIRST_ROWS = 2;

/** Starts a section. @returns true if that starts a page */
export function beginSection(pager: Pager, { format, lead, head, rowHeight, length }: Section): boolean {
  const heights = [...lead, ...(head ? [head] : [])].reduce((sum, { height }) => sum + height, 0);
  return pager.turn(format, heights + rowHeight * Math.min(FIRST_ROWS, length));
}

/** Advances the pager by a section, like drawing it. */
export function skipSection(pager: Pager, section: Section): void {
  beginSection(pager, section);
  for (const { height } of section.lead) pager.take(height);
  if (section.head) pager.take(section.head.height);
  for (let row = 0; row < section.length; row += 1) {
    if (pager.turn(section.format, section.rowHeight) && section.head) pager.take(section.head.height);
    pager.take(section.rowHeight);
  }
}

/** Width and alignment of the cells of a table. */
interface ColumnShape {
  width: number;
  align: 'left' | 'right';
}

export const left = (width: number): ColumnShape => ({ width, align: 'left' });
export const right = (width: number): ColumnShape => ({ width, align: 'right' });

export type RowKind = 'head' | 'plain' | 'strong' | 'group' | 'alarm';

const PADDING = 4;
const SIZE = 8;

/** A row of a table, with a line below it. @param cells one per column; amounts are those aligned to the right */
export function rowBlock(
  columns: readonly ColumnShape[],
  cells: readonly string[],
  kind: RowKind,
  height: number,
): Block {
  const isBold = kind === 'head' || kind === 'strong' || kind === 'alarm';
  const color = { head: QUIET, plain: INK, strong: INK, group: QUIET, alarm: ALARM }[kind];
  return {
    height,
    texts: isBold ? { regular: [], bold: cells } : { regular: cells, bold: [] },
    draw(pen, y) {
      let x = MARGIN;
      const style = { size: SIZE, weight: isBold ? 'bold' : 'regular', color } as const;
      columns.forEach(({ width, align }, at) => {
        const [start, space] = at === 0 ? [x, width - PADDING] : [x + PADDING, width - 2 * PADDING];
        const last = at === columns.length - 1 ? PADDING : 0;
        pen.text(cells[at] ?? '', start, y + height - 4.5, space + last, {
          ...style,
          align,
          isWhole: align === 'right',
        });
        x += width;
      });
      const width = x - MARGIN;
      pen.rule(MARGIN, y + height, width, kind === 'head' || kind === 'strong' ? STRONG_RULE : undefined);
    },
  };
}

interface LineStyle {
  size: number;
  isBold?: boolean;
  color?: string;
  width: number;
  /** Space above and below the line, in points. */
  above?: number;
  below?: number;
}

/** One line of text. */
export function lineBlock(text: string, style: LineStyle): Block {
  const { size, isBold = false, color = INK, width, above = 0, below = 0 } = style;
  const weight = isBold ? 'bold' : 'regular';
  return {
    height: above + size * 1.6 + below,
    texts: isBold ? { regular: [], bold: [text] } : { regular: [text], bold: [] },
    draw: (pen, y) => pen.text(text, MARGIN, y + above + size * 1.15, width, { size, weight, color }),
  };
}
