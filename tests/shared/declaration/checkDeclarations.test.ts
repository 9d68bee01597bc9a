import { describe, expect, it } from 'vitest';
import {
  checkDeclaration,
  checkDeclarations,
  checkInSteps,
  type CheckedFiles,
} from '@merchant-console/declaration/check';
import { componentsWith } from '#shared/shippedComponents.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { TEXTS } from './mutations/Mutation.ts';

const file = (name: string, text: string) => ({ file: `${name}.json`, text });
const declaration = (name: string, more: object = {}) =>
  file(name, JSON.stringify({ version: 1, name, fields: [{ source: 'title', type: 'text' }], ...more }));
const idsOf = ({ problems }: ReturnType<typeof checkDeclarations>) => problems.map(({ id }) => id);

describe('checking a set of declarations in steps', () => {
  const many = Array.from({ length: 20 }, (_, at) => declaration(`cities_${at}`));

  /** The result and the number of steps. */
  function stepped(files: typeof many, known: CheckedFiles) {
    const checking = checkInSteps(files, {}, known);
    for (let steps = 0; ; steps += 1) {
      const step = checking.next();
      if (step.done) return { steps, checked: step.value };
    }
  }

  it('gives the same result, and pauses after each file', () => {
    const { steps, checked } = stepped(many, new Map());
    expect(steps).toBeGreaterThanOrEqual(many.length);
    expect([...checked.resources]).toEqual([...checkDeclarations(many).resources]);
  });

  it('doesn’t read unchanged files again', () => {
    const known: CheckedFiles = new Map();
    const first = stepped(many, known).checked;
    const changed = [...many.slice(0, -1), declaration('cities_19', { fields: [{ source: 'name', type: 'text' }] })];
    const second = stepped(changed, known).checked;
    const isSame = (name: string) => second.resources.get(name) === first.resources.get(name);
    expect(many.map((_, at) => isSame(`cities_${at}`))).toEqual([...Array.from({ length: 19 }, () => true), false]);
  });

  it('checks an unchanged file again if a file is added or removed', () => {
    const known: CheckedFiles = new Map();
    const fields = [{ source: 'city_id', type: 'reference', reference: 'cities_0' }];
    const files = [...many, declaration('rivers', { fields })];
    expect(idsOf(stepped(files, known).checked)).toEqual([]);
    expect(idsOf(stepped(files.slice(1), known).checked)).toEqual(['R206']);
    expect(idsOf(stepped(files, known).checked)).toEqual([]);
  });
});

describe('a set of declarations', () => {
  it('returns the resources of all valid files, by name', () => {
    const { resources, problems } = checkDeclarations([declaration('cities'), declaration('rivers')]);
    expect([...resources.keys()]).toEqual(['cities', 'rivers']);
    expect(resources.get('cities')?.endpoint).toBe('cities');
    expect(problems).toEqual([]);
  });

  it('keeps the other files if one is broken', () => {
    const fields = [{ source: 'city_id', type: 'reference', reference: 'cities' }];
    const checked = checkDeclarations([file('cities', '{"version": 1,'), declaration('rivers', { fields })]);
    expect([...checked.resources.keys()]).toEqual(['rivers']);
    expect(checked.problems.map((problem) => problem.file)).toEqual(['cities.json']);
  });

  it('keeps a file with only warnings', () => {
    const { resources, problems } = checkDeclarations([declaration('cities', { operations: ['list'], form: {} })]);
    expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(resources.has('cities')).toBe(true);
  });

  it('reports the position of an unknown component, with a suggestion', () => {
    const fields = [
      { source: 'title', type: 'text', cell: 'stars', input: 'star' },
      { source: 'rate', type: 'rate', cell: 'progres' },
    ];
    const show = { groups: [{ fields: ['title'], component: 'feeBreakdwn' }] };
    const actions = [{ key: 'rename', path: '/cities/:id/rename', form: [{ ...fields[0], cell: undefined }] }];
    const components = { list: 'statistics', form: 'statistics', show: 'stars' };
    const files = [declaration('cities', { fields, show, actions, components })];
    const found = checkDeclarations(files, {
      components: componentsWith({ field: ['stars'], input: ['stars'] }),
    }).problems;
    expect(found.map(({ id, pointer, suggestion }) => [id, pointer, suggestion])).toEqual([
      ['R015', '/fields/0/input', 'stars'],
      ['R015', '/fields/1/cell', 'progress'],
      ['R015', '/show/groups/0/component', 'feeBreakdown'],
      ['R015', '/actions/0/form/0/input', 'stars'],
      ['R015', '/components/form', undefined],
      ['R015', '/components/show', undefined],
    ]);
  });

  it('checks the conditions of operations against the declared fields and operations', () => {
    const when = { edit: { field: 'title', eq: 'x' }, delete: { field: 'gone', eq: 'x' } };
    const both = { operations: ['list', 'edit', 'delete'], when };
    expect(checkDeclarations([declaration('cities', both)]).problems.map(({ pointer }) => pointer)).toEqual([
      '/when/delete/field',
    ]);
    expect(
      idsOf(checkDeclarations([declaration('cities', { operations: ['list'], when: { edit: when.edit } })])),
    ).toEqual(['R151']);
  });

  it('gives the name to the first of two files', () => {
    const first = declaration('cities');
    const checked = checkDeclarations([first, { ...declaration('cities'), file: 'old/cities.json' }]);
    expect(checked.problems.map((problem) => [problem.id, problem.file])).toEqual([['R202', 'old/cities.json']]);
    expect(checked.resources.size).toBe(1);
  });

  it('reports the problems of a file in line order', () => {
    const text = TEXTS.orders.replace('"tabs": "status"', '"tabs": "x1"').replace('"order_no",', '"x2",');
    const lines = checkDeclarations([file('orders', text)]).problems.map(({ line }) => line);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('identifies a file by its name, in any folder', () => {
    const { problems, resources } = checkDeclarations([{ ...declaration('cities'), file: 'C:\\data\\cities.json' }]);
    expect([problems.length, resources.size]).toEqual([0, 1]);
  });
});

describe('a declaration that refers to its environment', () => {
  const asking = declaration('cities', {
    label: 'no.such.text',
    endpoint: 'login',
    fields: [{ source: 'title', type: 'text', permission: 'nobody.list' }],
  });

  it('isn’t checked against parts that aren’t given', () => {
    expect(idsOf(checkDeclarations([asking], { menu: ['nowhere'] }))).toEqual([]);
  });

  it('is checked against each part that is given', async () => {
    const texts = await loadMessages('i18n');
    expect(idsOf(checkDeclarations([asking], { texts }))).toEqual(['R213']);
    expect(idsOf(checkDeclarations([asking], { calls: ['/login'] }))).toEqual(['R204']);
    expect(idsOf(checkDeclarations([asking], { permissions: [] }))).toEqual(['R211']);
    expect(idsOf(checkDeclarations([asking], { permissions: ['nobody.list'] }))).toEqual([]);
  });
});

describe('one declaration', () => {
  it('has its problems in line order', () => {
    const fields = '[{ "source": "title", "type": "text", "label": 5 },\n{ "source": "title", "type": "text" }]';
    const { problems } = checkDeclaration('cities.json', `{ "version": 1, "name": "towns",\n"fields": ${fields}\n,}`);
    const lines = problems.map(({ line }) => line);
    expect(new Set(lines).size).toBeGreaterThan(3);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it.each([
    [{ field: 'title' }, 'eq, ne, in, gt, gte, lt, lte, contains, empty'],
    [{}, 'permission, all, any, not'],
  ])('lists the keys that would make %j a condition', (when, options) => {
    const { text } = declaration('cities', { actions: [{ key: 'close', when }] });
    expect(checkDeclaration('cities.json', text).problems).toMatchObject([{ id: 'R030', args: { options } }]);
  });

  it('reports an invisible character by its code point', () => {
    const { problems } = checkDeclaration('cities.json', '{ "version":\u00A0 1 }');
    expect(problems[0]).toMatchObject({ id: 'R001', args: { text: 'U+00A0' } });
  });

  it.each([
    ['radio', { type: 'enum', choices: [{ id: 'a' }] }],
    ['radio', { type: 'boolean' }],
    ['menuPage', { type: 'text' }],
    ['menuParent', { type: 'reference', reference: 'menus' }],
    ['menuIcon', { type: 'enum', choices: [{ id: 'a' }] }],
    ['roles', { type: 'json' }],
  ])('accepts the input %s for %j', (input, field) => {
    const { text } = declaration('cities', { fields: [{ source: 'x', input, ...field }] });
    expect(checkDeclaration('cities.json', text).problems).toEqual([]);
  });
});

it('a label that is a translation key must have a text, at every place in a declaration', () => {
  const texts = { en: {}, zh: {}, es: {}, ja: {} };
  const asking = declaration('cities', {
    label: 'of_a.label',
    fields: [
      { source: 'title', type: 'text', label: { en: 'of_b.label' }, help: 'of_b.help' },
      { source: 'kind', type: 'enum', choices: [{ id: 'no.text', name: 'of_b.name' }] },
    ],
    actions: [{ key: 'close', confirm: { title: 'of_c.title', text: 'of_c.text' }, success: 'of_c.success' }],
  });
  const told = checkDeclarations([asking], { texts }).problems;
  expect(told.map(({ id, args }) => [id, args['key']])).toEqual(
    ['of_b.help', 'of_b.name', 'of_a.label', 'of_c.title', 'of_c.text', 'of_c.success'].map((key) => ['R213', key]),
  );
  expect(told[0]?.args['languages']).toBe('en, zh, es, ja');
});

describe('a value in a declaration', () => {
  const problemsOf = (more: object) => {
    const { problems } = checkDeclaration('cities.json', declaration('cities', more).text);
    return problems.map(({ id, pointer }) => `${id} ${pointer}`);
  };

  it.each(['list', 'show', 'create', 'update', 'delete', 'summary', 'export'])(
    'in the query of "%s" can’t be an unknown placeholder',
    (verb) => {
      const path = ['show', 'update', 'delete'].includes(verb) ? 'x/:id' : 'x';
      expect(problemsOf({ endpoints: { [verb]: { path, query: { a: '$nope' } } } })).toContain(
        `R134 /endpoints/${verb}/query/a`,
      );
    },
  );

  it.each([
    ['integer', 2_147_483_647, -2_147_483_647, 2_147_483_648],
    ['rate', 2_147_483_647, -2_147_483_647, -2_147_483_648],
    ['money', '9223372036854775807', '-9223372036854775807', '9223372036854775808'],
  ])('for a limit of type %s must fit its column', (type, max, min, tooMuch) => {
    const limited = (limits: object) => problemsOf({ fields: [{ source: 'x', type, ...limits }] });
    expect(limited({ max, min })).toEqual([]);
    expect(limited(String(tooMuch).startsWith('-') ? { min: tooMuch } : { max: tooMuch })).toEqual([
      expect.stringMatching(/^R152 \/fields\/0\/(min|max)$/),
    ]);
  });
});

describe('a menu entry', () => {
  const menu = (...pages: string[]) =>
    checkDeclarations([declaration('cities'), file('rivers', '{')], { menu: pages, builtInPages: ['dashboard'] });

  it('can open a resource, even one with a broken file, or a page of the console', () => {
    expect(idsOf(menu('cities', 'rivers', 'dashboard'))).toEqual(['R004']);
  });

  it('can’t open anything else, and breaks no resource if it tries', () => {
    const { problems, resources } = menu('citis');
    expect(problems.at(-1)).toMatchObject({ id: 'R212', file: 'menu', line: 1, column: 1, suggestion: 'cities' });
    expect(resources.has('cities')).toBe(true);
  });
});

describe('custom keys', () => {
  it('are accepted at every level', () => {
    const text = TEXTS.agents
      .replaceAll('"source":', '"x-note": { "any": [1, null] }, "source":')
      .replaceAll('"label":', '"x-": 0, "label":')
      .replaceAll('"eq":', '"x-eq": "", "eq":')
      .replaceAll('"sum', '"x-sum": 1, "sum');
    const checked = checkDeclarations([file('agents', text), file('visits', TEXTS.visits), declaration('channels')]);
    expect(idsOf(checked)).toEqual([]);
  });

  it('are checked as parameters in the query of an endpoint', () => {
    const endpoints = { list: { path: 'list', query: { 'x-page': '$pgae' } } };
    expect(idsOf(checkDeclarations([declaration('cities', { endpoints })]))).toEqual(['R134']);
  });
});

describe('a problem in one part', () => {
  const two = (from: string, to: string, also: string, instead: string) =>
    checkDeclarations([file('visits', TEXTS.visits.replace(from, to).replace(also, instead))], {})
      .problems.filter(({ id }) => id !== 'R206')
      .map(({ id, pointer }) => `${id} ${pointer}`);

  it('of a field hides none in the list', () => {
    expect(two('"type": "money"', '"type": "mony"', '"field": "visited_on"', '"field": "visited"')).toEqual([
      'R015 /fields/2/type',
      'R101 /list/sort/field',
    ]);
  });

  it('of a list doesn’t shift the positions of later ones', () => {
    const columns = '"list": { "columns": ["city", 5, "ctiy"], "sort"';
    expect(two('"list": { "sort"', columns, 'x', 'x')).toEqual(['R014 /list/columns/1', 'R101 /list/columns/2']);
  });

  it('of the version hides no others', () => {
    expect(two('"version": 1', '"version": 3', '"$perPage"', '"$perpage"')).toEqual([
      'R029 /version',
      'R134 /endpoints/list/query/limit',
    ]);
  });

  it('such as a comment hides no others', () => {
    expect(two('"version": 1,', '"version": 1, // one', '"$perPage"', '"$perpage"')).toEqual([
      'R008 ',
      'R134 /endpoints/list/query/limit',
    ]);
  });
});
