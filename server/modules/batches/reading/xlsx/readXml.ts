import { SaxesParser } from 'saxes';
import { unreadable } from '../Sheet.ts';

/** A sheet's own elements lie six deep. */
const MAX_DEPTH = 32;

export type Attributes = Readonly<Record<string, string>>;

/** What is done with the parts of a document as they come; names without their prefixes. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML in UTF-8 piece by piece. A document type is refused, and with it every entity of its own.
 * @throws ValidationError on `file`
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

/** `x:row` → `row`: the prefix is the writing program's choice. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute whatever its prefix. */
export function attributeOf(attributes: Attributes, wanted: string): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];
}
