import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkValue } from '@merchant-console/declaration';
import { checkDeclaration, checkDeclarations } from '@merchant-console/declaration/check';
import { guessType, nameFields } from '#server/cli/resources/sample/guessFields.ts';
import { readSample } from '#server/cli/resources/sample/readSample.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import { startStoredWorld } from '#tests/support/storedWorld.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sample-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function sampleOf(name: string, content: string | object, part = '') {
  const file = path.join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSample(file + part);
}

const csv = (...lines: string[]) => sampleOf('suppliers.csv', `\uFEFF${lines.join('\r\n')}\r\n`);

/** What a record has for a cell of a field's type. */
function valueOf(type: string, cell: unknown): unknown {
  if (['text', 'longtext'].includes(type)) return String(cell);
  if (typeof cell !== 'string') return cell;
  if (type === 'integer') return Number(cell);
  return type === 'boolean' ? cell === 'true' : cell;
}

const anyCell = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.integer().map(String),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString()),
  fc.constantFrom('', null, 'true', 'false', '2026-02-30', '2026-02-28', 'on', 'off', '007', 'a@b.example', 'a\nb'),
);

describe('npm run resources new --from table:…', () => {
  it('takes the columns of a table, and reads no rows', async () => {
    const world = await startStoredWorld('postgres');
    try {
      const { kysely } = world.db;
      await sql`create schema crm`.execute(kysely);
      await sql`
        create table crm.suppliers (id bigint primary key, "Full Name" varchar(80) not null, since date, rating int not null
          default 0, price numeric(10, 2), paid_at timestamptz, tags text[])`.execute(kysely);
      await sql`comment on column crm.suppliers.since is 'First order'`.execute(kysely);
      const { code, problem } = await runTypeScript(
        'server/cli/resources.ts',
        ['new', '--from', 'table:crm.suppliers', '--folder', folder],
        { environment: { DATABASE_URL: world.options.databaseUrl ?? '', DATA_KEY: randomBytes(32).toString('hex') } },
      );
      expect([code, problem]).toEqual([0, '']);
      expect(JSON.parse(await readFile(path.join(folder, 'suppliers.json'), 'utf8'))).toMatchObject({
        name: 'suppliers',
        fields: [
          { source: 'full_name', type: 'text', maxLength: 80, required: true },
          { source: 'since', type: 'date', filter: 'range', help: 'First order' },
          { source: 'rating', type: 'integer', filter: 'range' },
          { source: 'price', type: 'text' },
          { source: 'paid_at', type: 'datetime', filter: 'range' },
          { source: 'tags', type: 'json' },
        ],
      });
    } finally {
      await world.close();
    }
  });
});

describe('fields guessed from a sample', () => {
  it('get a type that all values have', async () => {
    const { name, fields } = await csv(
      'Supplier Name;e-mail;Since;Orders;Reg. time;Open;客户;Note',
      '"Acme; Inc.";a@acme.example;2026-02-28;12;2026-11-01T10:00:00Z;true;张三;',
      'Bo;b@bo.example;2025-12-01;-3;2026-11-02T10:00:00+08:00;false;李四;"two\nlines"',
    );
    expect(name).toBe('suppliers');
    expect(fields).toEqual([
      { source: 'supplier_name', type: 'text' },
      { source: 'e_mail', type: 'text', format: 'email' },
      { source: 'since', type: 'date', filter: 'range' },
      { source: 'orders', type: 'integer', filter: 'range' },
      { source: 'reg_time', label: 'Reg. time', type: 'datetime', filter: 'range' },
      { source: 'open', type: 'boolean', filter: 'eq' },
      { source: 'field_7', label: '客户', type: 'text' },
      { source: 'note', type: 'longtext' },
    ]);
  });

  it.each([
    ['leading zeros', ['0012', '0013']],
    ['phone numbers', ['13800001111', '13800002222']],
    ['decimals', ['12.5', '3']],
    ['more digits than a number holds', ['6222021234567890128', '1']],
    ['days in the order of some country', ['03/04/2026', '04/03/2026']],
    ['a day that does not exist', ['2026-02-30']],
    ['a time without its zone', ['2026-11-01T10:00:00']],
  ])('are texts for %s', (_, values) => expect(guessType(values)).toEqual({ type: 'text' }));

  it('have choices if few words recur', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => ['open', 'closed'][at % 2]);
    expect(guessType(words(20))).toEqual({ type: 'enum', choices: [{ id: 'open' }, { id: 'closed' }], filter: 'in' });
    expect(guessType(words(4))).toEqual({ type: 'text' });
  });

  it('accept each value of the sample, and pass the checker under any column names', () => {
    const anyColumn = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      values: fc.array(anyCell, { maxLength: 30 }),
    });
    fc.assert(
      fc.property(fc.array(anyColumn, { minLength: 1, maxLength: 5 }), (columns) => {
        const named = nameFields(columns.map(({ name, values }) => ({ name, guess: guessType(values) })));
        fc.pre(named.length === columns.length);
        const text = JSON.stringify({ version: 1, name: 'samples', storage: 'table', fields: named });
        const { resources, problems } = checkDeclarations([{ file: 'samples.json', text }]);
        expect(problems).toEqual([]);
        for (const [at, field] of (resources.get('samples')?.fields ?? []).entries()) {
          const cells = columns[at]?.values ?? [];
          const present = cells.filter((cell) => cell !== null && cell !== '');
          for (const cell of present) expect(checkValue(field, valueOf(field.type, cell))).toBeNull();
        }
      }),
    );
  });

  it('come from JSON records, also from one list of several', async () => {
    const lists = {
      posts: [
        { id: 1, isPublic: true, tags: ['a'] },
        { id: 2, views: 3 },
      ],
      none: [],
    };
    expect(await sampleOf('db.json', lists)).toEqual({
      name: 'posts',
      fields: [
        { source: 'is_public', type: 'boolean', filter: 'eq' },
        { source: 'tags', type: 'texts' },
        { source: 'views', type: 'integer', filter: 'range' },
      ],
    });
    const both = { ...lists, comments: [{ body: 'Hi' }] };
    await expect(sampleOf('db.json', both)).rejects.toThrow('There are posts, comments.');
    await expect(sampleOf('db.json', both, '#coments')).rejects.toThrow('Did you mean “comments”?');
    expect(await sampleOf('db.json', both, '#comments')).toMatchObject({ name: 'comments' });
  });

  it('come from a schema of an OpenAPI document', async () => {
    const Named = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 50 } } };
    const Pet = {
      allOf: [
        { $ref: '#/components/schemas/Named' },
        {
          properties: {
            id: { type: 'integer' },
            status: { type: 'string', enum: ['sold', 'free'], description: 'Whether it is for sale' },
            bornOn: { type: ['string', 'null'], format: 'date' },
            owner: { $ref: '#/components/schemas/Named' },
            age: { type: 'integer', minimum: 0 },
          },
        },
      ],
    };
    const document = { openapi: '3.1.0', components: { schemas: { Named, Pet } } };
    expect(await sampleOf('openapi.json', document, '#Pet')).toEqual({
      name: 'pet',
      fields: [
        { source: 'name', type: 'text', maxLength: 50, required: true },
        {
          ...{ source: 'status', type: 'enum', choices: [{ id: 'sold' }, { id: 'free' }], filter: 'in' },
          help: 'Whether it is for sale',
        },
        { source: 'born_on', type: 'date', filter: 'range' },
        { source: 'owner', type: 'json' },
        { source: 'age', type: 'integer', filter: 'range', min: 0 },
      ],
    });
    await expect(sampleOf('openapi.json', document, '#Pett')).rejects.toThrow('Did you mean “Pet”?');
  });

  it('refuse what can’t be read', async () => {
    await expect(readSample('none.csv')).rejects.toThrow('There is no file “none.csv”.');
    await writeFile(path.join(folder, 'old.csv'), Buffer.from([0xd6, 0xd0, 0x2c, 0x61]));
    await expect(readSample(path.join(folder, 'old.csv'))).rejects.toThrow('isn’t UTF-8');
    await expect(sampleOf('a.json', '{')).rejects.toThrow('is neither a CSV file nor JSON');
    await expect(sampleOf('a.json', [])).rejects.toThrow('has no list of records');
  });

  it('are written to a file that checks clean, without those that the checker refuses', async () => {
    const document = {
      components: {
        schemas: { Pet: { properties: { tag: { type: 'string', pattern: '^(?=a)' }, age: { type: 'integer' } } } },
      },
    };
    const sample = path.join(folder, 'openapi.yaml.json');
    await writeFile(sample, JSON.stringify(document));
    const into = path.join(folder, 'resources');
    const { code, out } = await runTypeScript('server/cli/resources.ts', ['new', '--from', sample, '--folder', into]);
    expect(code).toBe(0);
    expect(out).toMatch(/^tag: simplified\. .*“\(\?=”/m);
    const file = path.join(into, 'pet.json');
    expect(checkDeclaration(file, await readFile(file, 'utf8')).problems).toEqual([]);
  });
});
