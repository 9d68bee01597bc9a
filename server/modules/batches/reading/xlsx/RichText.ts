import { MAX_CELL, unreadable } from '../Sheet.ts';

/** What of a text is for the eye only: how it is read aloud (Japanese Excel writes that by itself). */
const PHONETIC = 'rPh';
/** Excel's way of writing characters that XML cannot hold: `_x000D_`. */
const ESCAPED = /_x([0-9A-F]{4})_/gi;

/** Puts the runs of a shared or inline text together. */
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

  /** @throws ValidationError on `file` for more than a spreadsheet's cell holds */
  add(text: string): void {
    if (!this.#isInText) return;
    this.#text += text;
    // An escaped character takes seven.
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
