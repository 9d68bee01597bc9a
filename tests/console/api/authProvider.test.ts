import { describe, expect, it } from 'vitest';
import type { MenuTree } from '#shared/contract/session.ts';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { createFakeApi } from '#tests/support/fakeApi.ts';
import { OWNER } from '#tests/support/fakeUsers.ts';
import { createFaultyFetch } from '@merchant-console/ra-provider/contracts';
import { sampleSession } from '#tests/support/sampleSession.ts';

function makeLayer() {
  const { fetch, faults, requests } = createFaultyFetch(createFakeApi({ users: [OWNER], resources: {} }));
  return { ...createApiLayer(fetch), faults, requests };
}

const NO_USER_INFO = 'Verification failed, please Login again.';
const NO_ROLES = 'getInfo: roles must be a non-null array!';
const success = (data: unknown) => ({ code: 0, msg: '', data });

describe('login', () => {
  it('posts only username, password and code; trims only the username', async () => {
    const { authProvider, requests } = makeLayer();
    const { username, password, totp_code } = OWNER;
    const more = { remember: true, redirect: '/x' };
    await authProvider.login({ username: `\t${username} `, password, totp_code, ...more });
    const [request] = requests;
    expect(request?.method).toBe('POST');
    expect(new URL(request?.url ?? '').pathname).toBe('/prod-api/login');
    expect(await request?.json()).toEqual({ username, password: ' Secret of owner ', totp_code });
  });

  it('stores token, currency and menu tree', async () => {
    const { authProvider, session, faults } = makeLayer();
    faults.answer(200, success(sampleSession()));
    await authProvider.login(OWNER);
    expect(session.getToken()).toBe(sampleSession().login_token);
    expect(session.getCurrencyData()).toEqual(sampleSession().currency_data);
    expect(session.getMenuTree()).toEqual(sampleSession().routers);
  });

  it.each([null, {}, { ...sampleSession(), login_token: 'short' }, { ...sampleSession(), routers: [{}] }])(
    'stores nothing from a response that violates the contract (%#)',
    async (data) => {
      const { authProvider, browser, faults } = makeLayer();
      faults.answer(200, success(data));
      await expect(authProvider.login(OWNER)).rejects.toMatchObject({ kind: 'unreadable' });
      expect([...browser.cookieJar, ...browser.localStorage]).toEqual([]);
    },
  );

  it('rejects a user without a menu and stores nothing', async () => {
    const { authProvider, browser, faults } = makeLayer();
    faults.answer(200, success(sampleSession({ routers: [] })));
    await expect(authProvider.login(OWNER)).rejects.toThrow(NO_ROLES);
    expect([...browser.cookieJar, ...browser.localStorage]).toEqual([]);
  });
});

describe('logout', () => {
  it("sends the token, clears the browser's storage immediately, and completes even if the page is closed", async () => {
    const { authProvider, browser, session, requests } = makeLayer();
    await authProvider.login(OWNER);
    const token = session.getToken();
    const done = authProvider.logout({});
    expect([...browser.cookieJar, ...browser.localStorage]).toEqual([]);
    const request = requests.at(-1);
    expect(request?.method).toBe('POST');
    expect(new URL(request?.url ?? '').pathname).toBe('/prod-api/logout');
    expect(request?.headers.get('X-Token')).toBe(token);
    expect(request?.keepalive).toBe(true);
    await done;
  });

  it('clears what is left of a session without a token', async () => {
    const { authProvider, browser } = makeLayer();
    browser.localStorage.set('roles', '[]');
    browser.cookieJar.set('Currency-Data', 'x');
    await authProvider.logout({});
    expect([...browser.cookieJar, ...browser.localStorage]).toEqual([]);
  });
});

describe('permissions', () => {
  it('are those of all entries and pages of the menu, without duplicates', async () => {
    const { authProvider, session } = makeLayer();
    const page = { id: '1', url_name: 'x', title: 'X', index: 0, is_hidden: 0 } as const;
    const routers: MenuTree = [
      { ...page, children: [{ ...page, permissions: ['orders.list'] }, page] },
      { ...page, is_hidden: 1, permissions: ['roles.edit', 'orders.list'], children: [] },
      { ...page, permissions: ['wallets.list'] },
    ];
    session.save(sampleSession({ routers }));
    expect(await authProvider.getPermissions()).toEqual(['orders.list', 'roles.edit', 'wallets.list']);
  });
});

describe('getIdentity', () => {
  it('sends the token also in the query, and returns name, picture, introduction and roles', async () => {
    const { authProvider, session, requests } = makeLayer();
    await authProvider.login(OWNER);
    expect(await authProvider.getIdentity()).toEqual({
      id: 'owner 张',
      fullName: 'owner 张',
      avatar: '/a.png',
      introduction: '',
      roles: ['owner'],
    });
    const url = new URL(requests.at(-1)?.url ?? '');
    expect(url.pathname).toBe('/prod-api/vue-element-admin/user/info');
    expect(Object.fromEntries(url.searchParams)).toEqual({ token: session.getToken() });
  });

  it.each([
    [null, NO_USER_INFO],
    ['text', NO_USER_INFO],
    [{ roles: ['owner'] }, NO_USER_INFO],
    [{ name: 'x', avatar: '', introduction: '', roles: [] }, NO_ROLES],
    [{ name: 'x', avatar: '', introduction: '' }, NO_ROLES],
    [{ name: 'x', avatar: '', introduction: '', roles: 'owner' }, NO_ROLES],
  ])('ends the session for the user info %j', async (info, message) => {
    const { authProvider, session, faults, endings } = makeLayer();
    await authProvider.login(OWNER);
    faults.answer(200, success(info));
    await expect(authProvider.getIdentity()).rejects.toThrow(message);
    expect(session.getToken()).toBeNull();
    expect(endings).toEqual([message]);
  });

  it("doesn't end a later session if the response for an earlier one is invalid", async () => {
    const { authProvider, session, faults, endings } = makeLayer();
    await authProvider.login(OWNER);
    faults.answer(200, success(null));
    const late = authProvider.getIdentity();
    session.save(sampleSession());
    await expect(late).rejects.toThrow(NO_USER_INFO);
    expect(session.getToken()).toBe(sampleSession().login_token);
    expect(endings).toEqual([]);
  });
});
