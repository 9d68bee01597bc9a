import { SaxesParser } from 'saxes';
import { MAX_CELL } from '../RowCollector.ts';
import { unreadable } from '../Sheet.ts';

/** A sheet's own elements nest six levels. */
const MAX_DEPTH = 32;

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks for the parts of a document; names are without prefixes. */
interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True if the rest of the document isn't needed. */
  isDone?(): boolean;
}

/**
 * Parses UTF-8 XML in chunks. Rejects document types, and with them custom entities.
 * @throws {ValidationError} on `file` if it is malformed
 */
export async function readXml(bytes: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser();
  let depth = 0;
  const broken = () => {
    throw unreadable('batch_xlsx_broken');
  };
  parser.on('error', broken);
  parser.on('doctype', broken);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) broken();
    reader.open?.(localName(name), attributes);
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reader.close?.(localName(name));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      return broken();
    }
  };
  for await (const piece of bytes) {
    parser.write(decode(piece) ?? '');
    if (reader.isDone?.()) return;
  }
  parser.write(decode() ?? '');
  parser.close();
}

/** `x:row` → `row`, because prefixes differ between programs. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its local name. */
export function attributeOf(attributes: Attributes, wanted: string): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];
}

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
