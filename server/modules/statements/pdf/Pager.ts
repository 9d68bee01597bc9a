/** Page formats in points. */
export const FORMATS = {
  portrait: { width: 595, height: 842 },
  landscape: { width: 842, height: 595 },
} as const;
export type Format = keyof typeof FORMATS;

export const MARGIN = 42;

/** Top of the text below a running header. The first page has none. */
const BELOW_HEADER = 60;

/** Space at the end of a page for its number. */
const FOOTER = 48;

/**
 * Positions of blocks on pages. The same calls count and draw the pages, so that the total in "Page 2 of 9" is correct.
 */
export class Pager {
  /** Pages so far. */
  pages = 0;
  /** Top of the next block, in points from the top of the page. */
  y = 0;
  #format: Format | null = null;

  get format(): Format {
    return this.#format ?? 'portrait';
  }

  /**
   * Starts a new page if the format changes or a block doesn't fit.
   * @param height of the block and of everything that must be on the same page
   * @returns true if a page was started
   */
  turn(format: Format, height: number): boolean {
    if (format === this.#format && this.y + height <= FORMATS[format].height - FOOTER) return false;
    this.#format = format;
    this.pages += 1;
    this.y = this.pages === 1 ? MARGIN : BELOW_HEADER;
    return true;
  }

  /** @returns the top of a block of this height */
  take(height: number): number {
    const top = this.y;
    this.y += height;
    return top;
  }
}
