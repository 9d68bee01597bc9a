import type { LoginData } from '#shared/contract/session.ts';

/** Data of a successful sign-in, with `changes` applied. */
export function sampleSession(changes: Partial<LoginData> = {}): LoginData {
  const page = { icon: null, index: 0, redirect: null, is_hidden: 0 } as const;
  return {
    login_token: 'sample-token'.padEnd(43, '.'),
    currency_data: { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' },
    routers: [
      {
        ...page,
        id: '1',
        url_name: 'order',
        component_path: null,
        title: { en: 'Orders', zh: '订单' },
        children: [
          {
            ...page,
            id: '2',
            url_name: 'orderList',
            component_path: 'orders',
            title: 'x',
            permissions: ['orders.list'],
          },
        ],
      },
    ],
    ...changes,
  };
}
