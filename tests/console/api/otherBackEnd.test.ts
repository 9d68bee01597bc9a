import { describe, expect, it } from 'vitest';
import { endOf, readOtherBackEnd } from '#console/api/otherBackEnd/otherBackEnd.ts';
import { declaredMenu, withoutPages } from '#console/api/otherBackEnd/declaredMenu.ts';

const read = (settings: object) => readOtherBackEnd(JSON.stringify(settings));

describe('settings of another back end', () => {
  it('lack nothing by default', () => {
    const { settings, lacks } = read({ envelope: 'simple-rest' });
    expect([...lacks]).toEqual([]);
    expect(settings).toMatchObject({ signIn: null, menu: null, home: null, apiBase: '/prod-api' });
  });

  it('fill in the names of a sign-in', () => {
    const { settings } = read({ signIn: { answer: { token: 'jwt' } } });
    expect(settings.signIn).toEqual({
      path: 'login',
      fields: { username: 'username', password: 'password', totp_code: 'totp_code' },
      answer: { token: 'jwt' },
    });
  });

  it.each([
    [{ signIn: {} }, 'answer'],
    [{ signIn: { answer: { token: 'a', expiry: 'b' } } }, 'expiry'],
    [{ signIn: { path: '/login', answer: { token: 'a' } } }, 'path'],
    [{ signIn: { fields: { user: 'x' }, answer: { token: 'a' } } }, 'user'],
    [{ calls: ['lists'] }, 'calls'],
    [{ calls: [] }, 'menu'],
    [{ signIn: 'none' }, 'no sign-in'],
    [{ home: '//elsewhere' }, 'home'],
    [{ home: '/orders', other: 1 }, 'other'],
    [{ menu: [{ title: 'A', pages: [] }] }, 'menu'],
  ])('are rejected if wrong: %j', (settings, reason) => {
    expect(() => read(settings)).toThrow(reason);
  });
});

describe('the end of a session', () => {
  const now = Date.parse('2026-11-30T00:00:00Z');
  it.each([
    [3600, '2026-11-30T01:00:00Z'],
    ['60', '2026-11-30T00:01:00Z'],
    [now / 1000 + 5, '2026-11-30T00:00:05Z'],
    [now + 5000, '2026-11-30T00:00:05Z'],
    ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    [undefined, null],
    ['soon', null],
  ])('is read from %j', (expires, end) => {
    expect(endOf(expires, now)).toBe(end === null ? null : Date.parse(end));
  });
});

describe('a menu of declared resources', () => {
  const posts = { version: 1, name: 'posts', label: { en: 'Articles' }, icon: 'list', envelope: 'json-server' };
  const text = JSON.stringify({ ...posts, operations: ['list', 'edit'], fields: [{ source: 'title', type: 'text' }] });
  const source = async (name: string) => {
    if (name !== 'posts') throw new Error('missing');
    return { text, isGood: true };
  };

  it('has names, icons and permissions of the declarations, and groups', async () => {
    const tree = await declaredMenu(
      ['posts', { title: 'More', pages: [{ resource: 'lost_one', icon: 'key' }] }],
      source,
    );
    expect(tree).toMatchObject([
      { url_name: '/posts', title: { en: 'Articles' }, icon: 'list', permissions: ['posts.list', 'posts.edit'] },
      {
        title: 'More',
        children: [{ url_name: '/lost_one', title: 'Lost one', icon: 'key', permissions: ['lost_one.list'] }],
      },
    ]);
  });

  it('leads from missing pages to the first one', async () => {
    const tree = await declaredMenu(['posts'], source);
    const lacks = new Set(['dashboard', 'account'] as const);
    const leads = (home: string | null) => {
      const whole: unknown = withoutPages(tree, { lacks, home });
      return whole;
    };
    expect(leads(null)).toMatchObject([
      { component_path: 'dashboard', redirect: '/posts', is_hidden: 1 },
      { component_path: 'posts' },
      { component_path: 'account', redirect: '/posts', is_hidden: 1 },
    ]);
    expect(leads('/posts/1')).toMatchObject([{ redirect: '/posts/1' }, {}, {}]);
    expect(withoutPages(tree, { lacks: new Set(), home: null })).toEqual(tree);
  });
});
