import type { MenuTree } from '#shared/contract/session.ts';
import type { FakeUser } from './fakeApi.ts';

function menuOf(permissions: string[]): MenuTree {
  const page = { title: 'Orders', icon: null, index: 0, redirect: null, is_hidden: 0 } as const;
  const orders = { ...page, id: '2', url_name: 'orderList', component_path: 'orders', permissions };
  return [{ ...page, id: '1', url_name: 'order', component_path: null, children: [orders] }];
}

function fakeUser(username: string, permissions: string[]): FakeUser {
  return {
    username,
    password: ` Secret of ${username} `,
    totp_code: '123456',
    currencyData: { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' },
    menu: menuOf(permissions),
    info: { name: `${username} 张`, roles: ['owner'], avatar: '/a.png', introduction: '' },
  };
}

export const OWNER = fakeUser('owner', ['orders.list', 'orders.show', 'orders.export']);
export const VIEWER = fakeUser('viewer', ['orders.list']);
