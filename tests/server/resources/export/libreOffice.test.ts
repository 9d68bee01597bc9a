import { SaxesParser } from 'saxes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLibreOffice, NEEDS_LIBREOFFICE, openedInCalc } from '#tests/support/libreOffice.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

/** Texts that a spreadsheet might execute, fetch from another computer, or reformat. */
const TEXTS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  '=HYPERLINK("http://elsewhere.example";"x")',
  '=WEBSERVICE("http://elsewhere.example")',
  "=cmd|' /C calc'!A0",
  "@cmd|'/C calc'!A0",
  'DDE("soffice";"/etc/passwd";"A1")',
  '=DDE("cmd";"/C calc";"a")',
  '";=1+1;"',
  '",=1+1,"',
  '1\r\n=1+1',
  "'=1+1",
  '{=1+1}',
  '1E5',
  '0012',
  '2026-11-22',
  'TRUE',
  '#REF!',
];

interface Sheet {
  /** Texts of all cells, with line breaks and tabs as blanks. */
  cells: string[];
  formulas: string[];
  links: string[];
}

function readSheet(fods: string): Sheet {
  const sheet: Sheet = { cells: [], formulas: [], links: [] };
  const parser = new SaxesParser();
  let cell: string | null = null;
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'table:table-cell') cell = '';
    else if (cell !== null && cell !== '' && /^text:(p|tab|s|line-break)$/.test(name)) cell += ' ';
    if (attributes['table:formula'] !== undefined) sheet.formulas.push(attributes['table:formula']);
    if (name === 'text:a' || name === 'table:cell-range-source') sheet.links.push(attributes['xlink:href'] ?? '');
  });
  parser.on('text', (text) => {
    if (cell !== null) cell += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'table:table-cell' || cell === null) return;
    sheet.cells.push(cell);
    cell = null;
  });
  parser.write(fods).close();
  return sheet;
}

const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

describe.skipIf(!hasLibreOffice())(`an export opened in LibreOffice (${NEEDS_LIBREOFFICE})`, () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
    token = (await world.signIn('demo')).login_token;
    for (const [at, text] of TEXTS.entries()) {
      await sql`update orders set merchant_order_no = ${text} where (merchant_id, id) in (
        select merchant_id, id from orders where merchant_id = (select merchant_id from users where username = 'demo')
        order by id limit 1 offset ${at})`.execute(world.db.kysely);
    }
  });
  afterAll(() => world.close());

  it.each(['csv', 'xlsx'])(
    'as %s has no formula and no link, and unchanged texts',
    { timeout: 180_000 },
    async (format) => {
      const columns = encodeURIComponent(JSON.stringify(['merchant_order_no', 'amount']));
      const { rawPayload, statusCode } = await world.call({
        url: `/prod-api/orders/export?format=${format}&columns=${columns}`,
        token,
      });
      expect(statusCode).toBe(200);
      const { cells, formulas, links } = readSheet(await openedInCalc(`orders.${format}`, rawPayload));
      expect({ formulas, links }).toEqual({ formulas: [], links: [] });
      const shown = cells.map(words);
      // In a CSV file the apostrophe against formulas is visible, and texts that look like numbers or days are
      // converted.
      const isExpected = (text: string) =>
        shown.includes(words(text)) || (format === 'csv' && shown.includes(`'${words(text)}`));
      const sure = format === 'csv' ? TEXTS.filter((text) => !/^(1E5|0012|2026|TRUE)/.test(text)) : TEXTS;
      expect(sure.filter((text) => !isExpected(text))).toEqual([]);
    },
  );
});
