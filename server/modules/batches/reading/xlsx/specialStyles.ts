import { attributeOf, readXml } from './readXml.ts';

/** Excel's own formats for percentages, dates and times (ECMA-376 18.8.30); 27 to 36 and 50 to 58 are Asian dates. */
const isSpecialNumber = (id: number) =>
  id === 9 ||
  id === 10 ||
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Parts of a format that are shown as they stand: quoted, escaped, colours and conditions. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

/**
 * Places of the styles under which a number is shown as something else: 46347 as a day, 0.5 as 50 %. What such a cell
 * holds is not what its writer saw.
 */
export async function readSpecialStyles(bytes: AsyncIterable<Uint8Array>): Promise<ReadonlySet<number>> {
  const custom = new Set<number>();
  const special = new Set<number>();
  let isInFormats = false;
  let index = 0;
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isInFormats = true;
      if (name === 'numFmt' && isSpecialCode(attributeOf(attributes, 'formatCode') ?? '')) {
        custom.add(Number(attributeOf(attributes, 'numFmtId')));
      }
      if (name !== 'xf' || !isInFormats) return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (isSpecialNumber(id) || custom.has(id)) special.add(index);
      index += 1;
    },
    close(name) {
      if (name === 'cellXfs') isInFormats = false;
    },
  });
  return special;
}

function isSpecialCode(code: string): boolean {
  return /[ymdhs%]/i.test(code.replaceAll(LITERAL, ''));
}
