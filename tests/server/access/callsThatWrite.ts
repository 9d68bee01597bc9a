/**
 * Every call that writes, in one of four classes. A test fails for a call that isn't listed, so nobody adds one without
 * deciding whether it widens what somebody may do.
 */

/** Calls that widen who may act, or redirect where money may go, and need a confirmed session. */
export const WIDENS: Readonly<Record<string, 'always' | 'sometimes'>> = {
  'POST /bankcards': 'always',
  'PUT /bankcards/:id': 'always',
  'POST /bankcards/:id/enable': 'always',
  'POST /merchant-rates': 'always',
  'PUT /merchant-rates/:id': 'always',
  'POST /merchants': 'always',
  'PUT /merchants/:id': 'always',
  'POST /merchants/:id/invite': 'always',
  'POST /merchants/:id/resume': 'always',
  // Links are sent to this address.
  'PUT /own-account/contact': 'always',
  // Turning it on, not off.
  'PUT /own-account/statement-mail': 'sometimes',
  'POST /payees': 'always',
  'PUT /payees/:id': 'always',
  'POST /payees/:id/enable': 'always',
  // If it saves the payee.
  'POST /payment-requests': 'sometimes',
  'POST /platform-channels': 'always',
  'POST /platform-limits': 'always',
  'PUT /platform-limits/:id': 'always',
  'PUT /platform-channels/:id': 'always',
  'PUT /payment-rules/:id': 'always',
  'PUT /platform-settings/:id': 'always',
  'PUT /role-permissions/:id': 'always',
  'POST /submerchants/invite': 'always',
  'POST /submerchants/:id/enable': 'always',
  'POST /submerchants/:id/reinvite': 'always',
  'PUT /users/:id': 'always',
  'POST /users/invite': 'always',
  'POST /users/:id/enable': 'always',
  'POST /users/:id/reinvite': 'always',
  'POST /users/:id/reset_password': 'always',
  'POST /users/:id/reset_totp': 'always',
  'POST /webhook-endpoints/add': 'always',
  'PUT /webhook-endpoints/:id': 'always',
  'POST /webhook-endpoints/:id/enable': 'always',
  'POST /webhook-endpoints/:id/rotate': 'always',
};

/** Calls that ask for payment password and code, or for the login password, themselves. */
export const PROVES_ITSELF = [
  'POST /md5-key/update',
  'POST /signing-keys/add',
  'POST /signing-keys/:id/approve',
  'POST /signing-keys/:id/change',
  'POST /signing-keys/:id/replace',
  'POST /signing-keys/:id/set_limits',
  'POST /signing-keys/:id/set_version',
  'POST /own-account/authenticator',
  'POST /own-account/authenticator/confirm',
  'POST /own-account/recovery-codes',
  'POST /login-pwd/update',
  'POST /pay-pwd/update',
  'POST /session/confirm',
];

/** Calls that move money or decide about it, each by the payment password. */
export const MOVES_MONEY = [
  'POST /adjustments',
  'POST /adjustments/:id/approve',
  'POST /batch-transfers/:id/submit',
  'POST /deposit-reviews/:id/pass',
  'POST /operator-requests/:id/approve',
  'POST /orders/:id/refund',
  'POST /payment-requests/:id/approve',
  'POST /payouts/:id/pay_again',
  'POST /refunds/:id/approve',
  'POST /withdrawal-reviews/:id/approve',
  'POST /withdrawal-reviews/:id/fail',
  'POST /withdrawal-reviews/:id/succeed',
  'POST /withdrawals',
];

/** All other calls that write: they narrow, only read by POST, or change nothing about people and money. */
export const HARMLESS = [
  // Shown once, to users who may: each asks for the payment password.
  'POST /bankcards/:id/reveal',
  'POST /payees/:id/reveal',
  'POST /payment-requests/:id/reveal',
  'POST /payouts/:id/reveal',
  'POST /withdrawals/:id/reveal',
  // Quotes and checks.
  'POST /adjustments/quote',
  'POST /batch-transfers/:id/submit/quote',
  'POST /deposits/quote',
  'POST /enrolment/check',
  'POST /orders/:id/refund/quote',
  'POST /payment-requests/:id/approve/quote',
  'POST /payment-requests/quote',
  'POST /payouts/:id/pay_again/quote',
  'POST /withdrawals/quote',
  // By the link's token, which such a call has created.
  'POST /enrolment/complete',
  // Rejections and cancellations return money to its owner.
  'POST /adjustments/:id/reject',
  'POST /deposit-reviews/:id/reject',
  'POST /operator-requests/:id/cancel',
  'POST /operator-requests/:id/reject',
  'POST /payment-requests/:id/cancel',
  'POST /payment-requests/:id/reject',
  'POST /refunds/:id/cancel',
  'POST /refunds/:id/reject',
  'POST /withdrawal-reviews/:id/reject',
  'POST /withdrawals/:id/cancel',
  // A request that the platform decides, for money that comes in.
  'POST /deposits',
  // Need the permissions for the records that they create, change and delete.
  'POST /imports',
  'PUT /imports/:id/columns',
  'PUT /imports/:id/rows/:line',
  'POST /imports/:id/apply',
  'POST /imports/:id/undo',
  'DELETE /imports/:id',
  // Drafts: only submitting them moves money.
  'DELETE /batch-transfer-items/:id',
  'POST /batch-transfers/:id/accept-cards',
  'POST /batch-transfers/:id/discard',
  'POST /batch-transfers/:id/recheck',
  'POST /batch-transfers/:id/repeat-failed',
  'POST /batch-transfers/upload',
  'PUT /batch-transfer-items/:id/cells',
  // Narrow what is possible.
  'POST /bankcards/:id/disable',
  'POST /md5-key/end-old',
  'POST /merchants/:id/suspend',
  'POST /own-account/sessions/:session_id/end',
  'POST /own-account/sessions/end-others',
  'POST /payees/:id/disable',
  'POST /sessions/:id/end',
  'POST /signing-keys/:id/reject',
  'POST /signing-keys/:id/revoke',
  'POST /submerchants/:id/disable',
  'POST /users/:id/disable',
  'DELETE /webhook-endpoints/:id',
  'POST /webhook-endpoints/:id/disable',
  'POST /users/:id/end_sessions',
  // Whoever signs in afterwards still needs all factors.
  'POST /merchant-users/:id/unlock_sign_in',
  'POST /users/:id/unlock_sign_in',
  // Only the one preselected among usable cards.
  'POST /bankcards/:id/set_default',
  // A role without users, or its name. A copy has no users and no more permissions than its author.
  'DELETE /roles/:id',
  'POST /roles',
  'POST /roles/:id/copy',
  'PUT /roles/:id',
  // What users see and are told, not what they may.
  'DELETE /menus/:id',
  'DELETE /role-preview',
  'DELETE /tasks/:id',
  'POST /base-info/update',
  'POST /menus',
  'POST /menus/missing',
  'POST /menus/move',
  'POST /notifications/read',
  'POST /orders/:id/notifications/:delivery/resend',
  'POST /orders/:id/notify',
  'POST /payouts/:id/notifications/:delivery/resend',
  'POST /payouts/:id/notify',
  'POST /refunds/:id/notifications/:delivery/resend',
  'POST /refunds/:id/notify',
  'POST /role-preview/:role_id',
  'POST /tasks',
  'POST /tasks/:id/cancel',
  'POST /webhook-notifications/resend',
  'PUT /menus/:id',
  'PUT /own-account/notifications',
  'PUT /own-account/time-zone',
  'PUT /submerchants/:id',
  // The session's own beginning and end, and its side.
  'POST /login',
  'POST /logout',
  'POST /test-mode/enter',
  'POST /test-mode/gateway-calls',
  'POST /test-mode/leave',
];
