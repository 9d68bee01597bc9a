import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addUnopened,
  close,
  closeOthers,
  markFinished,
  markUnsaved,
  MAX_ALIVE,
  NO_VISITS,
  pageAt,
  rebuild,
  visit,
  type Visits,
} from '#console/shell/tabs/visits.ts';

const at = (pathname: string, search = '') => ({ pathname, search, hash: '', state: null, key: pathname + search });
const always = () => true;
const go = (visits: Visits, path: string, search = '') => visit(visits, at(path, search), always);
const walk = (...paths: string[]) => paths.reduce((visits, path) => go(visits, path), NO_VISITS);
const paths = ({ pages }: Visits) => pages.map(({ path }) => path);
const alive = ({ pages }: Visits) => pages.filter(({ isAlive }) => isAlive).map(({ path }) => path);

describe('visited pages', () => {
  it('are in the order of their first visit', () => {
    expect(paths(walk('/a', '/b', '/a', '/c'))).toEqual(['/a', '/b', '/c']);
  });

  it('are one per path, at its last address', () => {
    const visits = go(go(walk('/a', '/b'), '/a', '?x=1'), '/a', '?x=2');
    expect(paths(visits)).toEqual(['/a', '/b']);
    expect(pageAt(visits, '/a')?.location.search).toBe('?x=2');
  });

  it('stay the same object until something changes', () => {
    const location = at('/a');
    const visits = visit(NO_VISITS, location, always);
    expect(visit(visits, location, always)).toBe(visits);
    expect(markUnsaved(visits, '/a', false)).toBe(visits);
    expect(markUnsaved(visits, '/unknown', true)).toBe(visits);
  });

  it('are removed for good when they are closed, once another is open', () => {
    const done = markFinished(walk('/list', '/create'), '/create', true);
    expect(paths(done)).toEqual(['/list', '/create']);
    expect(paths(go(done, '/list'))).toEqual(['/list']);
  });

  it('are unmounted if they are not to be kept', () => {
    const visits = visit(walk('/a'), at('/b'), (path) => path !== '/a');
    expect(alive(visits)).toEqual(['/b']);
    expect(paths(visits)).toEqual(['/a', '/b']);
  });

  it('with unsaved changes are always kept', () => {
    const many = Array.from({ length: MAX_ALIVE + 5 }, (_, index) => `/${index}`);
    const visits = many.reduce(
      (all, path) => visit(all, at(path), () => false),
      markUnsaved(walk('/form'), '/form', true),
    );
    expect(alive(visits)).toEqual(['/form', many.at(-1)]);
  });

  it('are mounted again when they are reloaded', () => {
    const visits = rebuild(markUnsaved(walk('/a'), '/a', true), '/a');
    expect(pageAt(visits, '/a')).toMatchObject({ version: 1, isUnsaved: false });
  });

  it('can be closed, or all but one', () => {
    expect(paths(close(walk('/a', '/b', '/c'), '/b'))).toEqual(['/a', '/c']);
    expect(paths(closeOthers(walk('/a', '/b', '/c'), '/b'))).toEqual(['/b']);
  });

  it('that are remembered are loaded when the user opens them', () => {
    const visits = addUnopened(addUnopened(NO_VISITS, at('/a')), at('/b'));
    expect(alive(visits)).toEqual([]);
    expect(alive(go(visits, '/b'))).toEqual(['/b']);
  });

  it('are unique and limited in memory, and the open one is always mounted', () => {
    const path = fc.integer({ min: 0, max: 30 }).map((number) => `/${number}`);
    const step = fc.oneof(
      { weight: 4, arbitrary: path.map((to) => (visits: Visits) => go(visits, to)) },
      path.map((of) => (visits: Visits) => close(visits, of)),
      path.map((of) => (visits: Visits) => closeOthers(visits, of)),
      path.map((of) => (visits: Visits) => rebuild(visits, of)),
      path.map((of) => (visits: Visits) => markFinished(visits, of, true)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), path, (steps, last) => {
        const visits = go(
          steps.reduce((all, one) => one(all), NO_VISITS),
          last,
        );
        expect(new Set(paths(visits)).size).toBe(visits.pages.length);
        expect(alive(visits).length).toBeLessThanOrEqual(MAX_ALIVE);
        expect(alive(visits)).toContain(last);
        expect(visits.recent.toSorted()).toEqual(visits.recent.filter((one) => paths(visits).includes(one)).toSorted());
        expect(visits.recent.at(-1)).toBe(last);
      }),
    );
  });
});
