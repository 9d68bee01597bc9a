import path from 'node:path';
import { unreadable, type SheetRow } from '../Sheet.ts';
import { openParts, type Parts } from './openParts.ts';
import { attributeOf, readXml } from './readXml.ts';
import { readSharedStrings } from './sharedStrings.ts';
import { readSpecialStyles } from './specialStyles.ts';
import { readWorksheet } from './worksheet.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

/**
 * The rows of the first sheet of a workbook that is not hidden. Macros, links and formulas in it are left alone.
 * @param columns what the columns may be called that are kept, as `plainName` gives it
 * @throws ValidationError on `file`
 */
export async function readXlsx(bytes: Buffer, columns: ReadonlySet<string>): Promise<SheetRow[]> {
  const parts = await openParts(bytes);
  if (!parts.has(WORKBOOK)) throw unreadable('batch_file_type');
  const sheet = await firstSheet(parts);
  const strings = parts.has(STRINGS) ? await readSharedStrings(parts.read(STRINGS)) : [];
  const specialStyles = parts.has(STYLES) ? await readSpecialStyles(parts.read(STYLES)) : new Set<number>();
  return readWorksheet(parts.read(sheet), { strings, specialStyles, columns });
}

async function firstSheet(parts: Parts): Promise<string> {
  const ids: string[] = [];
  await readXml(parts.read(WORKBOOK), {
    open(name, attributes) {
      const id = attributeOf(attributes, 'id');
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      if (name === 'sheet' && id !== undefined && !isHidden) ids.push(id);
    },
  });
  const targets = new Map<string, string>();
  await readXml(parts.read(RELATIONSHIPS), {
    open(name, attributes) {
      const { Id: id, Target: target, TargetMode: mode } = attributes;
      if (name === 'Relationship' && id !== undefined && target !== undefined && mode !== 'External') {
        targets.set(id, target);
      }
    },
  });
  const target = targets.get(ids[0] ?? '');
  if (target === undefined) throw unreadable('batch_xlsx_broken');
  return target.startsWith('/') ? target.slice(1) : path.posix.normalize(`xl/${target}`);
}
