import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { HEADER_ROW, workbook } from '#tests/support/workbook.ts';

/** The largest request that its call allows. */
export interface WorstUpload {
  name: string;
  method: 'GET' | 'POST';
  /** Path from the server's root. */
  path: string;
  type: string;
  /** Returns a new body for each request, for calls that remember earlier ones. */
  body?(): string | Uint8Array;
}

const MEGABYTE = 1_048_576;
const BATCH_BYTES = 5 * MEGABYTE;
const FILE_BYTES = 10 * MEGABYTE;
const JSON_BYTES = 250 * 1024;
/** Node's limit of a request line is 16 KB. */
const FILTER_CHARACTERS = 12_000;
const HEADER = 'payee_name,card_number,bank_name,branch_name,amount,remark\n';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** The worst files and bodies of each kind. The declaration `FILES_RESOURCE` must be served. */
export async function worstUploads(url: string, token: string): Promise<WorstUpload[]> {
  const channel = await payoutChannel(url, token);
  const batch = (name: string, body: () => string | Uint8Array): WorstUpload => ({
    name,
    method: 'POST',
    type: 'application/octet-stream',
    body,
    path: `/prod-api/batch-transfers/upload?name=bench&channel_id=${channel}`,
  });
  const file = (name: string, source: string, start: Buffer): WorstUpload => ({
    name,
    method: 'POST',
    type: 'application/octet-stream',
    path: `/prod-api/bench-files/files?source=${source}&name=bench`,
    body: () => bytesOf(Buffer.concat([start, randomBytes(FILE_BYTES - start.length)])),
  });
  const json = (name: string, path: string, text: string): WorstUpload => ({
    name,
    method: 'POST',
    type: 'application/json',
    path: `/prod-api/${path}`,
    body: () => text,
  });
  const filter = (name: string, value: object): WorstUpload => ({
    name,
    method: 'GET',
    type: 'application/json',
    path: `/prod-api/orders?filter=${encodeURIComponent(JSON.stringify(value))}`,
  });
  const cells = `<row>${'<c t="s"><v>0</v></c>'.repeat(5)}</row>`;
  const [bomb, texts, strings, rows] = await Promise.all([
    workbook({ rows: ' '.repeat(30 * MEGABYTE) }),
    workbook({ rows: HEADER_ROW + cells.repeat(9_000), strings: `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>` }),
    workbook({ rows: HEADER_ROW, strings: `<sst>${numbered(900_000, (at) => `<si><t>${at}</t></si>`)}</sst>` }),
    workbook({ rows: HEADER_ROW + numbered(90_000, (at) => `<row><c><v>${at}</v></c></row>`) }),
  ]);
  return [
    batch('CSV of blank lines, 5 MB', () => '\n'.repeat(BATCH_BYTES)),
    batch('CSV of commas, 5 MB', () => ','.repeat(BATCH_BYTES)),
    batch('CSV of one quotation mark, 5 MB', () => `${HEADER}"${'x'.repeat(BATCH_BYTES - 100)}`),
    batch('CSV of 10,000 payments', () => HEADER + numbered(10_000, (at) => payment(at, randomUUID()))),
    batch(
      'CSV of 10,000 wrong payments, 5 MB',
      () => HEADER + numbered(10_000, () => `${'错'.repeat(150)},1,2,3,4,5\n`),
    ),
    batch('XLSX bomb, 30 MB of blanks unpacked', () => bytesOf(bomb)),
    batch('XLSX of one long text in 45,000 cells', () => bytesOf(texts)),
    batch('XLSX of 900,000 shared texts', () => bytesOf(strings)),
    batch('XLSX of 90,000 rows', () => bytesOf(rows)),
    file('file of 10 MB', 'contract', Buffer.alloc(0)),
    file('image of 10 MB', 'logo', PNG),
    json('JSON of 125,000 nested arrays', 'login', '['.repeat(JSON_BYTES / 2) + ']'.repeat(JSON_BYTES / 2)),
    json('JSON of 20,000 keys', 'login', `{${numbered(20_000, (at) => `${at ? ',' : ''}"k${at}":1`)}}`),
    json(
      'JSON of 20,000 keys for a record',
      'bench-files',
      `{${numbered(20_000, (at) => `${at ? ',' : ''}"k${at}":1`)}}`,
    ),
    json('JSON of one long text', 'bench-files', JSON.stringify({ title: 'x'.repeat(JSON_BYTES) })),
    json('JSON of one long amount', 'bench-files', JSON.stringify({ price: '9'.repeat(JSON_BYTES) })),
    filter('filter of 300 ids', { id: Array.from({ length: 300 }, () => randomUUID()) }),
    filter('filter of a long search', { q: 'x'.repeat(FILTER_CHARACTERS) }),
    filter('filter of 1,000 fields', Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`f${at}`, at]))),
  ];
}

const bytesOf = (bytes: Buffer) => new Uint8Array(bytes);

const numbered = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

const payment = (at: number, remark: string) =>
  `王伟,62220212${String(10_000_000_000 + at)},工商银行,北京分行,10.00,${remark}\n`;

const channelsSchema = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string(), status: z.string() })),
});

async function payoutChannel(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/prod-api/channels?range=[0,99]`, { headers: { 'X-Token': token } });
  const { data } = channelsSchema.parse(await answer.json());
  return data.find(({ type, status }) => type === 'payout' && status === 'enabled')?.id ?? '';
}

/** A declaration of a resource with files. */
export const FILES_RESOURCE = {
  version: 1,
  name: 'bench_files',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'title', type: 'text', filter: 'eq' },
    { source: 'price', type: 'money' },
    { source: 'contract', type: 'file', maxSize: FILE_BYTES },
    { source: 'logo', type: 'image', maxSize: FILE_BYTES },
  ],
};
