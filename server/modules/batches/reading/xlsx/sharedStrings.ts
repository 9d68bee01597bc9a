import { readXml } from './readXml.ts';
import { RichText } from './RichText.ts';

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
      if (name === 'si') strings.push(current.end());
    },
  });
  return strings;
}
