import type { FontRun, Fonts, Weight } from './fontSlices.ts';

export const INK = '#1a1a1a';
export const QUIET = '#5f6368';
export const RULE = '#d5d8dc';
export const STRONG_RULE = '#80868b';
export const ALARM = '#b3261e';

/** Minimum scale to which a text that is too wide is reduced. */
const SMALLEST = 0.7;

const ELLIPSIS = '…';

interface Style {
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  /** True if the text must never be cut, such as an amount. */
  isWhole?: boolean;
}

/** Draws texts and rules on the current page of a document. */
export class PdfPen {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  /** Widths of characters at size 1, by font. They add up, because the fonts have no kerning. */
  readonly #widths = new Map<string, Map<string, number>>();

  constructor(document: PDFKit.PDFDocument, fonts: Fonts) {
    this.#document = document;
    this.#fonts = fonts;
  }

  /** Loads the fonts of the texts that are drawn next, and of the ellipsis for those that are cut. */
  async load(texts: Iterable<string>, weight: Weight): Promise<void> {
    for (const text of [...texts, ELLIPSIS]) await this.#fonts.load(text, weight);
  }

  /**
   * Draws one line. Text that is too wide is scaled down, then truncated with an ellipsis.
   * @param x left end of the space
   * @param y base line
   */
  text(text: string, x: number, y: number, width: number, style: Style): void {
    if (text === '') return;
    const { weight = 'regular', color = INK, align = 'left', isWhole = false } = style;
    let runs = this.#fonts.runs(text, weight);
    let { size } = style;
    let taken = this.#widthOf(runs, size);
    if (taken > width) {
      const factor = isWhole ? width / taken : Math.max(SMALLEST, width / taken);
      size *= factor;
      if (factor * taken > width) runs = this.#cut(text, weight, width, size);
      taken = this.#widthOf(runs, size);
    }
    let left = align === 'right' ? x + width - taken : x;
    this.#document.fillColor(color);
    for (const run of runs) {
      this.#document.font(run.font).fontSize(size);
      this.#document.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' });
      left += this.#widthOf([run], size);
    }
  }

  rule(x: number, y: number, width: number, color = RULE): void {
    this.#document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  #widthOf(runs: readonly FontRun[], size: number): number {
    let width = 0;
    for (const { font, text } of runs) for (const character of text) width += this.#widthOfCharacter(character, font);
    return width * size;
  }

  #widthOfCharacter(character: string, font: string): number {
    const widths = this.#widths.get(font) ?? new Map<string, number>();
    this.#widths.set(font, widths);
    const known = widths.get(character);
    if (known !== undefined) return known;
    const width = this.#document.font(font).fontSize(1).widthOfString(character);
    widths.set(character, width);
    return width;
  }

  /** The longest prefix of a text that fits with an ellipsis. */
  #cut(text: string, weight: Weight, width: number, size: number): FontRun[] {
    const characters = Array.from(text);
    while (characters.length > 0) {
      characters.pop();
      const runs = this.#fonts.runs(characters.join('') + ELLIPSIS, weight);
      if (this.#widthOf(runs, size) <= width) return runs;
    }
    return [];
  }
}
