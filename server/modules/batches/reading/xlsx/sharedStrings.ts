import { unreadable } from '../Sheet.ts';
import { readXml } from './readXml.ts';
import { RichText } from './RichText.ts';

/** A file of payments has 60,000 cells; those of its other sheets are here, too. */
const MAX_STRINGS = 1_000_000;

/** Texts that cells name by their places. @throws ValidationError on `file` */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const strings: string[] = [];
  const current = new RichText();
  await readXml(bytes, {
    open(name) {
      if (name === 'si') current.begin();
      current.open(name);
    },
    text: (text) => current.add(text),
    close(name) {
      current.close(name);
      if (name !== 'si') return;
      strings.push(current.end());
      if (strings.length > MAX_STRINGS) throw unreadable('batch_xlsx_too_large');
    },
  });
  return strings;
}
