/**
 * Who may make which call: written down here apart from the server's own declarations, and held against them. A call
 * that is not in here fails the test, so that nobody opens one without having thought of who it is for.
 */

/** What the usual calls of a resource are, and the permission that each asks for. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  list: ['GET /X', 'GET /X/summary'],
  show: ['GET /X/:id', 'GET /X/:id/timeline'],
  export: ['GET /X/export'],
  create: ['POST /X'],
  edit: ['PUT /X/:id'],
  delete: ['DELETE /X/:id'],
  reveal: ['POST /X/:id/reveal'],
};

/** Resources, as their addresses name them, with those of the usual calls that they have. */
const RESOURCES: Readonly<Record<string, string>> = {
  adjustments: 'list show create export',
  'api-calls': 'list export',
  'audit-logs': 'list show export',
  bankcards: 'list show create edit reveal export',
  'batch-transfer-items': 'list show export',
  'batch-transfers': 'list show export',
  channels: 'list show export',
  'deposit-reviews': 'list show export',
  deposits: 'list show create export',
  ledgers: 'list show export',
  menus: 'list show create edit delete export',
  'merchant-rates': 'list show create edit export',
  merchants: 'list show create edit export',
  orders: 'list show export',
  'payment-requests': 'list show create reveal export',
  payouts: 'list show reveal export',
  'platform-channels': 'list show create edit export',
  'platform-settings': 'list show edit',
  refunds: 'list show export',
  roles: 'list show create edit delete export',
  sessions: 'list show export',
  'signing-keys': 'list show',
  'submerchant-orders': 'list show export',
  'submerchant-payouts': 'list show export',
  'submerchant-refunds': 'list show export',
  'submerchant-stats': 'list show export',
  submerchants: 'list show edit export',
  users: 'list show edit export',
  'webhook-notifications': 'list export',
  'withdrawal-reviews': 'list show export',
  withdrawals: 'list show create reveal export',
};

/** All other calls: `public`, `session` for anyone who is signed in, or a permission (any one of several). */
const OTHERS: Readonly<Record<string, string>> = {
  'POST /adjustments/:id/approve': 'adjustments.approve',
  'POST /adjustments/:id/reject': 'adjustments.reject',
  'GET /base-info/get': 'base_info.show',
  'POST /base-info/update': 'base_info.edit',
  'POST /bankcards/:id/disable': 'bankcards.disable',
  'POST /bankcards/:id/enable': 'bankcards.enable',
  'POST /bankcards/:id/set_default': 'bankcards.set_default',
  'DELETE /batch-transfer-items/:id': 'batch_transfers.create',
  'PUT /batch-transfer-items/:id/cells': 'batch_transfers.create',
  'POST /batch-transfers/:id/discard': 'batch_transfers.create',
  'GET /batch-transfers/:id/items': 'batch_transfer_items.list',
  'POST /batch-transfers/:id/recheck': 'batch_transfers.create',
  'POST /batch-transfers/:id/repeat-failed': 'batch_transfers.create',
  'POST /batch-transfers/:id/submit': 'batch_transfers.submit',
  'POST /batch-transfers/:id/accept-cards': 'batch_transfers.create',
  'GET /batch-transfers/template': 'batch_transfers.create',
  'POST /batch-transfers/upload': 'batch_transfers.create',
  'GET /channel-name/list': 'channels.list',
  'GET /channel/list': 'channels.list',
  'POST /deposit-reviews/:id/pass': 'deposit_reviews.pass',
  'POST /deposit-reviews/:id/reject': 'deposit_reviews.reject',
  'GET /deposits/form': 'deposits.create',
  'POST /deposits/quote': 'deposits.create',
  'POST /enrolment/check': 'public',
  'POST /enrolment/complete': 'public',
  'GET /home-info': 'home.show',
  'POST /login': 'public',
  'POST /login-pwd/update': 'session',
  'POST /logout': 'session',
  'GET /events': 'session',
  'GET /events/since': 'session',
  'GET /menu-tree': 'session',
  'GET /menus/missing': 'menus.edit',
  'POST /menus/missing': 'menus.edit',
  'POST /md5-key/end-old': 'base_info.regenerate_key',
  'POST /md5-key/update': 'base_info.regenerate_key',
  'POST /menus/move': 'menus.edit',
  'GET /menus/outline': 'menus.list',
  'GET /notifications': 'session',
  'POST /notifications/read': 'session',
  'GET /notifications/unread': 'session',
  'GET /orders/:id/notifications': 'orders.show',
  'POST /orders/:id/notify': 'orders.notify',
  'POST /orders/:id/refund': 'orders.refund',
  'POST /orders/:id/refund/quote': 'orders.refund',
  'GET /own-account': 'session',
  'POST /own-account/authenticator': 'session',
  'POST /own-account/authenticator/confirm': 'session',
  'PUT /own-account/contact': 'session',
  'PUT /own-account/notifications': 'session',
  'POST /own-account/recovery-codes': 'session',
  'GET /own-account/sessions': 'session',
  'POST /own-account/sessions/:session_id/end': 'session',
  'POST /own-account/sessions/end-others': 'session',
  'PUT /own-account/time-zone': 'session',
  'GET /own-passwords': 'session',
  'POST /pay-pwd/update': 'session',
  'GET /merchant/merchant-rates': 'channels.list',
  'POST /merchants/:id/invite': 'merchants.create',
  'POST /payment-requests/:id/approve': 'payment_requests.approve',
  'POST /payment-requests/:id/cancel': 'payment_requests.cancel',
  'POST /payment-requests/:id/reject': 'payment_requests.reject',
  'GET /payment-requests/form': 'payment_requests.create',
  'POST /payment-requests/quote': 'payment_requests.create',
  'GET /payouts/:id/notifications': 'payouts.show',
  'POST /payouts/:id/notify': 'payouts.notify',
  'POST /payouts/:id/pay_again': 'payment_requests.create',
  'GET /record-search': 'session',
  'POST /refunds/:id/approve': 'refunds.approve',
  'POST /refunds/:id/cancel': 'refunds.cancel',
  'GET /refunds/:id/notifications': 'refunds.show',
  'POST /refunds/:id/notify': 'refunds.notify',
  'POST /refunds/:id/reject': 'refunds.reject',
  'GET /resource-problems': 'menus.problems',
  'GET /role-choices': 'users.create users.edit',
  'GET /role-permissions': 'roles.show',
  'PUT /role-permissions/:id': 'roles.edit',
  'DELETE /role-preview': 'session',
  'POST /role-preview/:role_id': 'roles.show',
  'POST /roles/:id/copy': 'roles.create',
  'POST /sessions/:id/end': 'sessions.list',
  'GET /statements': 'statements.show',
  'GET /statements/entries': 'statements.export',
  'GET /statements/export': 'statements.export',
  'GET /submerchant-stats/overview': 'submerchant_stats.list',
  'POST /submerchants/:id/disable': 'submerchants.disable',
  'POST /submerchants/:id/enable': 'submerchants.enable',
  'POST /submerchants/:id/reinvite': 'submerchants.create',
  'POST /submerchants/invite': 'submerchants.create',
  'POST /test-mode/enter': 'test_mode.use',
  'POST /signing-keys/:id/change': 'base_info.regenerate_key',
  'POST /signing-keys/:id/replace': 'base_info.regenerate_key',
  'POST /signing-keys/:id/revoke': 'base_info.regenerate_key',
  'POST /signing-keys/add': 'base_info.regenerate_key',
  'POST /test-mode/gateway-calls': 'test_mode.call',
  'POST /test-mode/leave': 'session',
  'GET /test-mode/notification': 'test_mode.call',
  'POST /users/:id/disable': 'users.disable',
  'POST /users/:id/enable': 'users.enable',
  'POST /users/:id/end_sessions': 'users.edit',
  'POST /users/:id/reinvite': 'users.create',
  'POST /users/:id/reset_password': 'users.reset_password',
  'POST /users/:id/reset_totp': 'users.reset_totp',
  'POST /users/invite': 'users.create',
  'GET /vue-element-admin/user/info': 'session',
  'GET /wallets': 'ledgers.list',
  'GET /wallets/:currency/proof': 'ledgers.list',
  'GET /wallets/:currency/proof/rows': 'ledgers.list',
  'POST /webhook-notifications/resend': 'webhook_notifications.resend',
  'POST /withdrawal-reviews/:id/approve': 'withdrawal_reviews.approve',
  'POST /withdrawal-reviews/:id/fail': 'withdrawal_reviews.fail',
  'POST /withdrawal-reviews/:id/reject': 'withdrawal_reviews.reject',
  'POST /withdrawal-reviews/:id/succeed': 'withdrawal_reviews.succeed',
  'POST /withdrawals/:id/cancel': 'withdrawals.cancel',
  'GET /withdrawals/form': 'withdrawals.create',
  'POST /withdrawals/quote': 'withdrawals.create',
};

/** The access to each call, by method and path (`GET /orders/:id`). */
export const AUTHORISED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHERS),
  ...Object.entries(RESOURCES).flatMap(([segment, kinds]) =>
    kinds
      .split(' ')
      .flatMap((kind) =>
        (USUAL[kind] ?? []).map((call): [string, string] => [
          call.replace('X', segment),
          `${segment.replaceAll('-', '_')}.${kind}`,
        ]),
      ),
  ),
]);

const PLATFORM_ONLY = new Set([
  ...['adjustments', 'deposit_reviews', 'merchant_rates', 'merchants', 'platform_channels', 'platform_settings'],
  'withdrawal_reviews',
]);
/** The platform makes no calls to its own gateway. */
const MERCHANTS_KEY = 'base_info.regenerate_key';
/** Only the platform can mend the resources folder. */
const PLATFORMS_KEY = 'menus.problems';
const FOR_BOTH = new Set(['audit_logs', 'base_info', 'home', 'menus', 'roles', 'sessions', 'users']);

/** Whether the owner of such a tenant holds a permission. */
export function isForTenant(permission: string, type: 'merchant' | 'platform'): boolean {
  if (permission === MERCHANTS_KEY) return type === 'merchant';
  if (permission === PLATFORMS_KEY) return type === 'platform';
  const [resource = ''] = permission.split('.');
  return FOR_BOTH.has(resource) || PLATFORM_ONLY.has(resource) === (type === 'platform');
}
