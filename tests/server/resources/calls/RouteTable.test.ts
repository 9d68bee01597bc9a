import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RouteTable } from '#server/resources/calls/RouteTable.ts';

const route = (method: 'GET' | 'POST', path: string) => ({
  call: { id: `${method} ${path}`, method, path, summary: '', access: 'session' as const, data: z.null() },
  answer: () => Promise.resolve(null),
});

describe('the table of declared routes', () => {
  const table = new RouteTable([
    route('GET', '/a/:id'),
    route('GET', '/a/summary'),
    route('GET', '/a'),
    route('POST', '/a/:id/:key'),
    route('POST', '/a/:id/close'),
    route('GET', '/b/c'),
    route('GET', '/b/c/:id'),
  ]);
  const found = (method: string, path: string) => {
    const match = table.find(method, path.split('/'));
    return match && [match.route.call.path, match.params];
  };

  it.each([
    ['GET', 'a', ['/a', {}]],
    ['GET', 'a/7', ['/a/:id', { id: '7' }]],
    ['GET', 'a/summary', ['/a/summary', {}]],
    ['POST', 'a/7/close', ['/a/:id/close', { id: '7' }]],
    ['POST', 'a/7/open', ['/a/:id/:key', { id: '7', key: 'open' }]],
    ['GET', 'b/c', ['/b/c', {}]],
    ['GET', 'b/c/7', ['/b/c/:id', { id: '7' }]],
    ['POST', 'a', undefined],
    ['GET', 'a/7/close', undefined],
    ['GET', 'b', undefined],
    ['GET', '', undefined],
    ['GET', 'constructor', undefined],
  ])('%s %s is %j', (method, path, expected) => {
    expect(found(method, path)).toEqual(expected);
  });
});
