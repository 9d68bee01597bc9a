import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readableMenuSchema } from '#console/api/readableMenu.ts';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { sessionProblem } from '@merchant-console/ra-provider';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';

const entry = (id: string, more: object = {}) => ({
  id,
  url_name: id,
  component_path: 'orders',
  title: `Title ${id}`,
  icon: null,
  index: 0,
  redirect: null,
  is_hidden: 0,
  ...more,
});
const idsOf = (tree: unknown) =>
  readableMenuSchema.parse(tree).map(({ id, children }) => [id, children?.map((one) => one.id)]);

const told = { all: vi.fn<(error: unknown) => void>(), editors: vi.fn<(error: Error) => void>() };
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(told.all);
  vi.stubGlobal('reportError', told.editors);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

it('a menu that follows the contract stays as it is, and nothing is reported', () => {
  const tree = [entry('a', { children: [entry('b'), entry('c', { permissions: ['menus.edit'] })] }), entry('d')];
  expect(readableMenuSchema.parse(tree)).toEqual(tree);
  vi.runAllTimers();
  expect(told.all).not.toHaveBeenCalled();
  expect(told.editors).not.toHaveBeenCalled();
});

it.each([7, {}, ['orders'], true])(
  'an entry whose component_path is %j is left out, at any depth',
  (component_path) => {
    const tree = [
      entry('a', { component_path, children: [entry('x')] }),
      entry('b', { children: [entry('c', { component_path }), entry('d')] }),
    ];
    expect(idsOf(tree)).toEqual([['b', ['d']]]);
    expect(told.all).toHaveBeenCalledOnce();
    expect(String(told.all.mock.calls[0]?.[0])).toContain('left out: "Title a", "Title c"');
    expect(told.editors).not.toHaveBeenCalled();
  },
);

it('is reported to a user who can edit the menu', () => {
  expect(idsOf([null, entry('b', { permissions: ['menus.edit'] })])).toEqual([['b', undefined]]);
  vi.runAllTimers();
  expect(told.editors).toHaveBeenCalledOnce();
});

it.each([null, 'x', {}, undefined])('%j is no menu', (tree) => {
  expect(readableMenuSchema.safeParse(tree).success).toBe(false);
});

it('a stored entry that can’t be read doesn’t end the session', () => {
  const browser = createMemoryBrowser();
  const session = createConsoleSession({ ...browser, secure: false });
  session.save(sampleSession());
  browser.localStorage.set('roles', JSON.stringify([entry('a', { component_path: 7 }), entry('b')]));
  expect(sessionProblem(session)).toBeNull();
  expect(session.getMenuTree()?.map(({ id }) => id)).toEqual(['b']);
});
