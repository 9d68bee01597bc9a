import { MAX_CELL, unreadable } from '../Sheet.ts';

/** Phonetic guides (furigana), which Japanese Excel adds automatically. */
const PHONETIC = 'rPh';
/** Excel's escape of characters that XML can't contain: `_x000D_`. */
const ESCAPED = /_x([0-9A-F]{4})_/gi;

/** Joins the runs of a shared or inline string. */
export class RichText {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  begin(): void {
    this.#text = '';
  }

  open(name: string): void {
    if (name === PHONETIC) this.#isPhonetic = true;
    this.#isInText = name === 't' && !this.#isPhonetic;
  }

  /** @throws {ValidationError} on `file` if the text is longer than a spreadsheet's cell */
  add(text: string): void {
    if (!this.#isInText) return;
    this.#text += text;
    // An escaped character has seven.
    if (this.#text.length > MAX_CELL * 7) throw unreadable('batch_xlsx_too_large');
  }

  close(name: string): void {
    if (name === PHONETIC) this.#isPhonetic = false;
    if (name === 't') this.#isInText = false;
  }

  end(): string {
    return unescaped(this.#text);
  }
}

export function unescaped(text: string): string {
  return text.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
