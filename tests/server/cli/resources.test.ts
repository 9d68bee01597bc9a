import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import prettier from 'prettier';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkDeclaration } from '@merchant-console/declaration/check';
import { checkFolder } from '@merchant-console/declaration/node';
import { resourcesHere as resources } from './resourcesHere.ts';

const PROJECT = path.join(import.meta.dirname, '../../..');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'resources-'));
});
afterEach(() => rm(folder, { recursive: true }));

const inFolder = (...args: string[]) => [...args, '--folder', folder];
const suppliers = { version: 1, name: 'suppliers', storage: 'table', fields: [{ source: 'name', type: 'text' }] };

describe('npm run resources check', () => {
  it('finds no problems in the shipped declarations, and prints how long that took', async () => {
    const { code, out } = await resources(['check']);
    expect(out).toMatch(/^\d+ files checked in \d+ ms: 0 errors, \d+ warnings?\.$/m);
    expect(code).toBe(0);
  });

  it.each(['crm', 'help-desk', 'invoicing'])(
    'finds no problems in the example %s beside the shipped declarations',
    async (name) => {
      await cp('resources', folder, { recursive: true });
      await cp(`examples/${name}`, folder, { recursive: true, filter: (file) => !file.endsWith('.csv') });
      const { code, out } = await resources(inFolder('check'));
      expect(out).toMatch(/: 0 errors, 0 warnings\.\n$/);
      expect(code).toBe(0);
    },
  );

  it.each(['crm', 'help-desk', 'invoicing', 'json-server/resources'])(
    'checks the folder examples/%s together with what the server has',
    async (name) => {
      const { code, out } = await resources(['check', '--folder', `examples/${name}`]);
      expect(out).toMatch(/^\d files checked in \d+ ms: 0 errors, /m);
      expect(code).toBe(0);
    },
  );

  it('misses files in a folder that stands for all that a server has', async () => {
    await cp('resources', folder, { recursive: true, filter: (file) => !file.endsWith('orders.json') });
    const { code, out } = await resources(inFolder('check'));
    expect(out).toMatch(/^menu:1:1 R212 A menu entry points to “orders”/m);
    expect(code).toBe(1);
  });

  it('prints each problem with its location and exits with 1', async () => {
    const file = path.join(folder, 'suppliers.json');
    const wrong = { ...suppliers, lsit: {}, fields: [...suppliers.fields, { source: 'state', type: 'enmu' }] };
    await writeFile(file, JSON.stringify(wrong, null, 2));
    const { code, out } = await resources(inFolder('check'));
    expect(out).toContain(`${file}:12:15 R015 “enmu” isn’t allowed here.`);
    expect(out).toContain(`${file}:15:3 R012 Unknown key “lsit”.`);
    expect(out).toContain('Did you mean “list”?');
    expect(out).toContain('1 file checked in');
    expect(code).toBe(1);
  });

  it('can print the problems of some files only, checking them together with the folder', async () => {
    await cp('resources', folder, { recursive: true });
    const file = path.join(folder, 'suppliers.json');
    const fields = [{ source: 'channel_id', type: 'reference', reference: 'chanels' }];
    await writeFile(file, JSON.stringify({ ...suppliers, fields }));
    await writeFile(path.join(folder, 'broken.json'), '{');
    const { code, out } = await resources(inFolder('check', file));
    expect(out).toMatch(/suppliers\.json:1:\d+ R206 .*Did you mean “channels”\?\n1 file checked in \d+ ms: 1 error,/);
    expect(code).toBe(1);
  });

  it('takes a resource by its name, and suggests one that exists', async () => {
    await writeFile(path.join(folder, 'suppliers.json'), JSON.stringify(suppliers));
    await writeFile(path.join(folder, 'broken.json'), '{');
    const { code, out } = await resources(inFolder('check', 'suppliers'));
    expect([code, out]).toEqual([0, expect.stringMatching(/^1 file checked in \d+ ms: 0 errors/)]);
    const { code: missing, problem } = await resources(inFolder('check', 'supplier'));
    expect([missing, problem]).toEqual([2, expect.stringContaining('Did you mean “suppliers”?')]);
    const { code: other, problem: hint } = await resources(['check', folder]);
    expect([other, hint]).toEqual([2, expect.stringContaining(`To check all its files, use --folder ${folder}`)]);
  });

  it('reads a file with a byte order mark, and no hidden file', async () => {
    await writeFile(path.join(folder, 'suppliers.json'), `\uFEFF${JSON.stringify(suppliers)}`);
    await writeFile(path.join(folder, '.suppliers.json'), '{');
    const { out } = await resources(inFolder('check'));
    expect(out).toContain('1 file checked in');
    expect(out).not.toMatch(/json:/);
  });

  it.each(['tasks', 'notifications', 'events', 'home_info'])('refuses %s, whose calls the server has', async (name) => {
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ ...suppliers, name }));
    const { code, out } = await resources(inFolder('check'));
    expect([code, out]).toEqual([1, expect.stringContaining(' R204 ')]);
  });

  it('prints JSON for programs', async () => {
    const file = path.join(folder, 'suppliers.json');
    await writeFile(file, JSON.stringify({ ...suppliers, fields: [{ source: 'state', type: 'enmu' }] }, null, 2));
    const { code, out } = await resources(inFolder('check', '--json'));
    expect(JSON.parse(out)).toMatchObject({
      files: 1,
      problems: expect.arrayContaining([
        {
          ...{
            id: 'R015',
            severity: 'error',
            file,
            line: 8,
            column: 15,
            pointer: '/fields/0/type',
            suggestion: 'enum',
          },
          message: expect.stringMatching(/^“enmu” isn’t allowed here\..* Did you mean “enum”\?$/),
        },
      ]),
    });
    expect(code).toBe(1);
  });

  it('prints annotations for GitHub Actions', async () => {
    await writeFile(path.join(folder, 'sup,pliers.json'), '{');
    const { code, out } = await resources(inFolder('check', '--format', 'github'));
    expect(out).toMatch(/^::error file=[^,]+sup%2Cpliers\.json,line=1,col=2,title=R004::.+$/m);
    expect(code).toBe(1);
    expect(await resources(inFolder('check', '--format', 'gitub'))).toMatchObject({
      code: 2,
      problem: expect.stringContaining('Did you mean “github”?'),
    });
  });

  it('checks again after each change if asked to', async () => {
    const file = path.join(folder, 'suppliers.json');
    await writeFile(file, JSON.stringify(suppliers));
    let printed = '';
    const watching = checkFolder({
      ...{ values: { folder, watch: true }, files: [], now: () => new Date() },
      prepare: () => Promise.resolve({ environment: {}, translate: (key) => key }),
      output: { write: (text) => (printed += text) },
    });
    await vi.waitFor(() => expect(printed).toContain(': 0 errors'));
    await writeFile(file, JSON.stringify({ ...suppliers, lsit: {} }));
    await vi.waitFor(() => expect(printed).toContain(': 1 error'));
    await rm(folder, { recursive: true });
    await expect(watching).rejects.toThrow('ENOENT');
    await mkdir(folder);
  });

  it('prints its usage on request', async () => {
    for (const asked of [['--help'], ['check', '-h']]) {
      const { code, out } = await resources(asked);
      expect([code, out]).toEqual([0, expect.stringContaining('Usage: npm run resources')]);
    }
    expect(await resources(['check', '--jsn'])).toMatchObject({
      code: 2,
      problem: expect.stringMatching(/^Unknown option '--jsn'\n\nUsage: npm run/),
    });
  });

  it('exits with 2 if there is no such folder or command', async () => {
    expect(await resources(['check', '--folder', path.join(folder, 'none')])).toMatchObject({ code: 2 });
    expect(await resources(['chek'])).toMatchObject({
      code: 2,
      problem: expect.stringContaining('Did you mean “check”?'),
    });
  });
});

describe('npm run resources new', () => {
  const file = () => path.join(folder, 'suppliers.json');
  const answers = (...lines: string[]) => `${lines.join('\n')}\n`;

  it('writes the answers, formatted like the shipped files', async () => {
    const name = ['name', 'text', 'y', 'contains'];
    const state = ['state', 'enum', 'enabled, disabled', '', 'in'];
    const { code, out } = await resources(inFolder('new', 'suppliers'), answers(...name, ...state, ''));
    const text = await readFile(file(), 'utf8');
    expect(JSON.parse(text)).toEqual({
      $schema: '../resource.schema.json',
      version: 1,
      name: 'suppliers',
      storage: 'table',
      fields: [
        { source: 'name', type: 'text', required: true, filter: 'contains' },
        { source: 'state', type: 'enum', choices: [{ id: 'enabled' }, { id: 'disabled' }], filter: 'in' },
      ],
    });
    const style = await prettier.resolveConfig(path.join(PROJECT, 'resources/orders.json'));
    expect(await prettier.check(text, { ...style, parser: 'json' })).toBe(true);
    expect(checkDeclaration(file(), text).problems).toEqual([]);
    expect(out).toContain('The file alone gives nobody a right. Add a menu entry for the page "suppliers"');
    expect(code).toBe(0);
  });

  it('names the schema of a folder that has its own, which stays where it is', async () => {
    await writeFile(path.join(folder, 'resource.schema.json'), '{}');
    await resources(inFolder('new', 'suppliers'), answers('name', '', '', '', ''));
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ $schema: './resource.schema.json' });
    expect((await resources(inFolder('check', 'suppliers'))).out).toMatch(/^1 file checked in \d+ ms: 0 errors/);
    expect((await resources(inFolder('check'))).out).not.toContain('resource.schema');
    await resources(inFolder('schema'));
    expect(await readFile(path.join(folder, 'resource.schema.json'), 'utf8')).toContain('draft-07');
  });

  it('rejects an invalid answer immediately, says why, and asks again', async () => {
    await writeFile(path.join(folder, 'cities.json'), JSON.stringify({ ...suppliers, name: 'cities' }));
    const typed = answers(
      ...['Big Suppliers', 'suppliers'],
      ...['', 'Name', 'revision', 'name', 'txt', 'text', 'maybe', 'n', 'range', ''],
      ...['name', 'state', 'enum', 'on,on', '', 'on, off', 'n', ''],
      ...['city_id', 'reference', 'towns', 'cities', '', 'eq'],
      ...['photo', 'image', ''],
      '',
    );
    const { out } = await resources(inFolder('new', 'cities'), typed);
    for (const reason of [
      `${path.join(folder, 'cities.json')} already exists.`,
      '“Big Suppliers” isn’t a valid name.',
      'A resource needs at least one field.',
      '“Name” isn’t a valid name.',
      'The server adds “revision” to every stored record.',
      'Did you mean “text”?',
      'Answer y or n.',
      '“range” isn’t allowed here. Use one of: eq, in, contains.',
      'Field “name” already exists.',
      'Choice “on” already exists.',
      'This list can’t be empty.',
      'Unknown resource “towns”.',
    ]) {
      expect(out).toContain(reason);
    }
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({
      fields: [
        { source: 'name' },
        { source: 'state' },
        { source: 'city_id', reference: 'cities' },
        { source: 'photo' },
      ],
    });
  });

  it('writes nothing if the answers end early', async () => {
    const { code, problem } = await resources(inFolder('new', 'suppliers'), answers('name', 'text'));
    expect([code, problem]).toEqual([2, 'The input ended before all questions were answered. Nothing was written.\n']);
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });

  it('breaks long lines like the formatter', async () => {
    const choices = Array.from({ length: 12 }, (_, at) => `a_rather_long_choice_${at}`).join(',');
    await resources(inFolder('new', 'suppliers'), answers('state', 'enum', choices, '', 'in', ''));
    const text = await readFile(file(), 'utf8');
    const style = await prettier.resolveConfig(path.join(PROJECT, 'resources/orders.json'));
    expect(await prettier.format(text, { ...style, parser: 'json' })).toBe(text);
  });
});

describe('npm run resources eject', () => {
  it('prints the pages of a declaration', async () => {
    const { code, out } = await resources(['eject', 'orders']);
    expect(out).toContain("} from '@merchant-console/ra-declared';");
    expect(out).toContain('<Column source="order_no" />');
    // The declaration stays in its file.
    expect(out).not.toMatch(/type: '|choices/);
    expect(code).toBe(0);
    const style = await prettier.resolveConfig(path.join(PROJECT, 'src/App.tsx'));
    expect(await prettier.check(`${out.trimEnd()}\n`, { ...style, parser: 'typescript' })).toBe(true);
  });

  it('says that a dashboard has nothing to print', async () => {
    const cards = [{ type: 'list', reference: 'suppliers' }];
    await writeFile(path.join(folder, 'suppliers.json'), JSON.stringify(suppliers));
    await writeFile(
      path.join(folder, 'board.json'),
      JSON.stringify({ version: 1, name: 'board', kind: 'dashboard', cards }),
    );
    const { code, out, problem } = await resources(inFolder('eject', 'board'));
    expect([code, out, problem]).toEqual([1, '', expect.stringContaining('“board” is a dashboard')]);
  });

  it('reports the problems of an invalid declaration', async () => {
    await writeFile(path.join(folder, 'suppliers.json'), '{}');
    const { code, problem } = await resources(inFolder('eject', 'suppliers'));
    expect([code, problem]).toEqual([1, expect.stringContaining('suppliers.json:1:1 R013')]);
    expect(await resources(inFolder('eject', 'nobody'))).toMatchObject({
      code: 1,
      problem: expect.stringContaining('nobody'),
    });
  });
});
