import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  InvalidDeclarationError,
  UnknownDeclarationError,
} from '../../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import { createDeclarationSource } from '#console/api/declarationFiles.ts';
import { parseDeclaration } from '../../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import { renderDeclaredPage, withinPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider, unavailable } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const suppliers = {
  version: 1,
  name: 'suppliers',
  fields: [{ source: 'name', type: 'text', sortable: true }],
  list: { sort: { field: 'name', order: 'ASC' } },
};

function problemsOf(text: string) {
  try {
    parseDeclaration('suppliers', text);
    return [];
  } catch (error) {
    if (error instanceof InvalidDeclarationError) return error.problems;
    throw error;
  }
}

describe('a declaration', () => {
  it('is normalised', () => {
    const { columns, perPage } = parseDeclaration('suppliers', JSON.stringify(suppliers)).list;
    expect([columns.length, perPage]).toEqual([1, 10]);
  });

  it("that isn't JSON is reported as such", () => {
    expect(problemsOf('{"version":1 "name":"suppliers"}').map(({ id }) => id)).toEqual(['R002']);
  });

  it('reports all problems, in the order of its text', () => {
    const wrong = {
      ...suppliers,
      fields: [
        { source: 'name', type: 'text' },
        { source: 'x', type: 'texty' },
      ],
      list: { columns: ['name', 'nmae'] },
      colour: 'red',
    };
    const pointers = problemsOf(JSON.stringify(wrong)).map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/fields/1/type', '/list/columns/1', '/colour']);
  });

  it('can be checked without the rest of the folder: references to other resources are not checked', () => {
    const fields = [...suppliers.fields, { source: 'city_id', type: 'reference', reference: 'cities' }];
    expect(problemsOf(JSON.stringify({ ...suppliers, list: {}, fields }))).toEqual([]);
  });

  it('with only warnings is used', () => {
    const warned = { ...suppliers, operations: ['list'], form: { createOnly: ['name'] } };
    expect(parseDeclaration('suppliers', JSON.stringify(warned)).form.createOnly).toEqual(['name']);
  });

  it('must declare the resource that its file is named after', () => {
    expect(problemsOf(JSON.stringify({ ...suppliers, name: 'customers' }))).toMatchObject([
      { pointer: '/name', suggestion: 'suppliers' },
    ]);
  });
});

describe('the source of declarations', () => {
  const { signal } = new AbortController();
  const answering = (response: () => Response) => {
    const asked: string[] = [];
    const source = createDeclarationSource(async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return response();
    }, '/console/');
    return { source, asked };
  };

  it("reads the file from the console's origin", async () => {
    const { source, asked } = answering(() => Response.json(suppliers));
    expect(await source('suppliers', signal)).toMatchObject({ text: JSON.stringify(suppliers), isGood: false });
    expect(asked).toEqual(['/console/resources/suppliers.json']);
  });

  it('sees in the response that the server has checked it', async () => {
    const { source } = answering(() => Response.json(suppliers, { headers: { 'X-Declaration': 'good' } }));
    expect(await source('suppliers', signal)).toMatchObject({ isGood: true });
  });

  it.each<[string, () => Response]>([
    ['404', () => new Response('', { status: 404 })],
    [
      'the page itself',
      () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
    ],
  ])('recognises by %s that there is none', async (_, response) => {
    await expect(answering(response).source('suppliers', signal)).rejects.toBeInstanceOf(UnknownDeclarationError);
  });

  it.each(['../secrets', 'Orders', '', 'a b', 'https://example.com/x'])('never requests "%s"', async (name) => {
    const { source, asked } = answering(() => Response.json(suppliers));
    await expect(source(name, signal)).rejects.toBeInstanceOf(UnknownDeclarationError);
    expect(asked).toEqual([]);
  });

  it('distinguishes a failing server or connection from a missing file', async () => {
    const failing = createDeclarationSource(() => Promise.reject(new TypeError('Failed to fetch')), '/');
    await expect(failing('suppliers', signal)).rejects.toMatchObject({ kind: 'network' });
    const { source } = answering(() => new Response('', { status: 502 }));
    await expect(source('suppliers', signal)).rejects.toMatchObject({ kind: 'unreadable', status: 502 });
  });
});

describe('declarations fetched ahead', () => {
  const { signal } = new AbortController();
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const prefetched = () => {
    const asked: string[] = [];
    const text = JSON.stringify(suppliers);
    const source = createDeclarationSource(async (input) => {
      const url = input instanceof Request ? input.url : input.toString();
      asked.push(url);
      const all = { suppliers: { text, is_good: true }, orders: { text: '{}', is_good: true } };
      return Response.json(url.endsWith('resources.json') ? all : suppliers);
    }, '/');
    void source.prefetch();
    return { source, asked };
  };

  it('are each used once, without another request', async () => {
    const { source, asked } = prefetched();
    expect(await source('suppliers', signal)).toMatchObject({ text: JSON.stringify(suppliers), isGood: true });
    expect(asked).toEqual(['/resources.json']);
    await source('suppliers', signal);
    expect(asked).toEqual(['/resources.json', '/resources/suppliers.json']);
  });

  it('are forgotten after a minute', async () => {
    const { source, asked } = prefetched();
    await vi.advanceTimersByTimeAsync(59_000);
    await source('orders', signal);
    expect(asked).toEqual(['/resources.json']);
    await vi.advanceTimersByTimeAsync(1000);
    await source('suppliers', signal);
    expect(asked).toEqual(['/resources.json', '/resources/suppliers.json']);
  });
});

describe('the page of a declaration', () => {
  const { provider } = recordingProvider({ suppliers: [{ id: 1, name: 'Ink & Paper' }] });
  const problemsPage = { basePath: '/access/configurationProblems', permissions: [] };
  const open = (textOf: () => Promise<string>, isGood = false, hasProblemsPage = true) => {
    const declarations = async () => ({ text: await textOf(), isGood });
    const findPlace = (page: string) => (hasProblemsPage && page === 'configurationProblems' ? problemsPage : null);
    return renderDeclaredPage({ dataProvider: provider, name: 'suppliers', declarations, findPlace });
  };

  it("that doesn't exist says so", async () => {
    await open(() => Promise.reject(new UnknownDeclarationError('suppliers')));
    expect(await withinPage().findByRole('alert')).toHaveTextContent('“suppliers”');
  });

  it.each([
    JSON.stringify(suppliers).slice(1),
    JSON.stringify({ ...suppliers, colour: 'red' }),
    JSON.stringify({ ...suppliers, fields: [...suppliers.fields, { source: 'place', type: 'map' }] }),
    JSON.stringify({ ...suppliers, version: 2 }),
  ])("that the server accepts but this console doesn't understand is checked here: %s", async (text) => {
    await open(async () => text, true);
    expect(await withinPage().findByRole('alert')).toHaveTextContent('resources/suppliers.json');
  });

  it('that is invalid shows its problems, and is replaced by the corrected file', async () => {
    let text = JSON.stringify({ ...suppliers, colour: 'red' });
    await open(async () => text);
    expect(await withinPage().findByRole('alert')).toHaveTextContent('resources/suppliers.json');
    const problem = screen.getByRole('listitem');
    expect(problem).toHaveTextContent('Unknown key “colour”.');
    expect(problem).toHaveTextContent(`line 1, column ${text.indexOf('"colour"') + 1} · R012 · /colour`);
    text = JSON.stringify(suppliers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ink & Paper')).toBeInTheDocument();
  });

  it('that is invalid shows no details to users without the page of problems', async () => {
    await open(async () => JSON.stringify({ ...suppliers, colour: 'red' }), false, false);
    expect(await withinPage().findByRole('alert')).toHaveTextContent('The page’s configuration is invalid.');
    expect(screen.queryByText(/colour|suppliers\.json/)).not.toBeInTheDocument();
  });

  it("that can't be loaded says why, and tries again", async () => {
    let answer = (): Promise<string> => Promise.reject(unavailable());
    await open(() => answer());
    expect(await withinPage().findByRole('alert')).toHaveTextContent('The service is not available.');
    answer = async () => JSON.stringify(suppliers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ink & Paper')).toBeInTheDocument();
  });

  it('labels fields without a translation by their source', async () => {
    await open(async () => JSON.stringify(suppliers));
    expect(await screen.findByRole('columnheader', { name: 'Name' })).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(await screen.findByText('1 record')).toBeInTheDocument();
  });
});
