import { SaxesParser } from 'saxes';
import { unreadable } from '../Sheet.ts';

/** A sheet's own elements nest six levels. */
const MAX_DEPTH = 32;

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks for the parts of a document; names are without prefixes. */
interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
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
  for await (const piece of bytes) parser.write(decode(piece) ?? '');
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
