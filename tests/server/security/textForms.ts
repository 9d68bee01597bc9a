import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';

/** Builds a body from the call's number, for values that must be unique. */
type Body = (call: number) => Readonly<Record<string, unknown>>;

/** A form with stored texts: who may send it, and a valid body. */
export interface TextForm {
  as: 'demo' | 'operator';
  body: Body;
  /** Fields that accept any text. */
  texts: readonly string[];
  /** Query of the list that contains the record, if the response doesn't. */
  found?: (call: number) => string;
}

const about = { contact_name: 'Lin', phone: '+81 3 1234 5678', email: 'lin@shop.example' };
const fees = { fixed_fee: '0', min_amount: '1', max_amount: '1000', status: 'enabled', deduction: 'outer' };
const menu = { title_en: 'A', title_zh: 'B', title_es: 'C', title_ja: 'D', icon: null, position: 1, is_hidden: false };
const titles = ['title_en', 'title_zh', 'title_es', 'title_ja'];
const card = { name: 'Lin', bank_name: 'First Bank', branch_name: 'Harbour' };
const payee = { payee_name: 'Bo', bank_name: 'First Bank', branch_name: 'Harbour', card_number: '6222020200112233445' };

/**
 * All calls with stored texts, as `METHOD /path`. The test replaces names in braces by IDs: of a record of the path's
 * resource, or of the resource named in a body.
 */
export const TEXT_FORMS: Readonly<Record<string, TextForm>> = {
  'POST /suppliers': {
    as: 'demo',
    body: () => ({ name: 'Ink', account: '6222', kind: 'company', tax_no: '1', code: 'c', email: 'a@b.example' }),
    texts: ['name', 'tax_no', 'code'],
  },
  'PUT /suppliers/{id}': { as: 'demo', body: () => ({ name: 'Ink' }), texts: ['name', 'tax_no'] },
  'POST /suppliers/{id}/disable': { as: 'demo', body: () => ({ reason: 'Why' }), texts: ['reason'] },
  'POST /roles': {
    as: 'demo',
    body: (call) => ({ name: `Role ${call}`, description: 'What for' }),
    texts: ['name', 'description'],
  },
  'POST /roles/{id}/copy': {
    as: 'demo',
    body: (call) => ({ name: `Copy ${call}`, description: 'What for' }),
    texts: ['name', 'description'],
  },
  'PUT /roles/{id}': { as: 'demo', body: () => ({ description: 'What for' }), texts: ['name', 'description'] },
  'POST /menus': {
    as: 'demo',
    body: (call) => ({ ...menu, url_name: `group-${call}`, parent_id: null, component_path: null, redirect: null }),
    texts: titles,
  },
  'PUT /menus/{id}': { as: 'demo', body: () => ({}), texts: titles },
  'POST /bankcards': {
    as: 'demo',
    body: (call) => ({ ...card, card_number: luhn(`62220202${String(call).padStart(9, '0')}`) }),
    texts: ['name', 'bank_name', 'branch_name'],
  },
  'PUT /bankcards/{id}': { as: 'demo', body: () => card, texts: ['name', 'bank_name', 'branch_name'] },
  'POST /payees': {
    as: 'demo',
    body: (call) => ({ ...card, note: 'a', card_number: luhn(`62220203${String(call).padStart(9, '0')}`) }),
    texts: ['name', 'bank_name', 'branch_name', 'note'],
  },
  'PUT /payees/{id}': { as: 'demo', body: () => card, texts: ['name', 'bank_name', 'branch_name'] },
  'PUT /webhook-endpoints/{id}': { as: 'demo', body: () => ({}), texts: ['description'] },
  'POST /deposits': {
    as: 'demo',
    body: () => ({ channel_id: '{deposit channel}', amount: '100000', payer_name: 'Lin', remark: 'a' }),
    texts: ['payer_name', 'remark'],
  },
  'POST /withdrawals': {
    as: 'demo',
    body: () => ({ bankcard_id: '{usable card}', amount: '10000', remark: 'a', pay_password: DEMO_PAY_PASSWORD }),
    texts: ['remark'],
  },
  'POST /payment-requests': {
    as: 'demo',
    body: () => ({
      channel_id: '{payout channel}',
      amount: '10000',
      ...payee,
      remark: 'a',
      pay_password: DEMO_PAY_PASSWORD,
    }),
    texts: ['payee_name', 'bank_name', 'branch_name', 'remark'],
  },
  'POST /orders/{id}/refund': {
    as: 'demo',
    body: () => ({ amount: '1', reason: 'a', pay_password: DEMO_PAY_PASSWORD }),
    texts: ['reason'],
  },
  'POST /adjustments': {
    as: 'operator',
    body: () => ({
      tenant_id: '{merchants}',
      currency: '{currency of merchants}',
      amount: '100',
      reason: 'Why',
      pay_password: DEMO_PAY_PASSWORD,
    }),
    texts: ['reason'],
  },
  'PUT /merchants/{id}': {
    as: 'operator',
    body: () => ({ ...about, name: 'Shop', short_name: 'S', remark: 'a' }),
    texts: ['name', 'short_name', 'contact_name', 'remark'],
  },
  'POST /platform-channels': {
    as: 'operator',
    body: (call) => ({
      ...fees,
      name: 'Way',
      code: `way_${call}`,
      type: 'deposit',
      currency: 'CNY',
      rate_bps: 1,
      bank_name: 'First Bank',
      account_holder: 'Lin',
      account_number: '6222',
      branch_name: 'Harbour',
      reference: 'Shop',
    }),
    texts: ['name', 'bank_name', 'account_holder', 'branch_name', 'reference'],
  },
  'PUT /platform-channels/{id}': { as: 'operator', body: () => ({ name: 'Way' }), texts: ['name'] },
  'POST /merchants': {
    as: 'operator',
    body: (call) => ({
      ...about,
      name: 'Shop',
      short_name: 'S',
      remark: 'a',
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      approval_threshold: '500000',
      owner_username: `boss-${call}`,
      owner_real_name: 'Lin',
    }),
    texts: ['name', 'short_name', 'contact_name', 'remark', 'owner_real_name'],
  },
  'PUT /platform-settings/{id}': { as: 'operator', body: () => ({ name: 'Pay' }), texts: ['name'] },
  'PUT /submerchants/{id}': {
    as: 'demo',
    body: () => ({ ...about, name: 'Shop', short_name: 'S', remark: 'a' }),
    texts: ['name', 'short_name', 'contact_name', 'remark'],
  },
  'POST /submerchants/invite': {
    as: 'demo',
    body: (call) => ({
      ...about,
      name: 'Shop',
      short_name: 'S',
      remark: 'a',
      username: `shop-${call}`,
      real_name: 'Lin',
    }),
    texts: ['name', 'short_name', 'contact_name', 'remark', 'real_name'],
  },
  'POST /users/invite': {
    as: 'demo',
    body: (call) => ({ username: `user-${call}`, real_name: 'Lin', phone: null, email: null, role_ids: ['{roles}'] }),
    texts: ['real_name'],
    found: (call) => `/users?filter=${encodeURIComponent(JSON.stringify({ q: `user-${call}` }))}`,
  },
  'PUT /users/{id}': { as: 'demo', body: () => ({ real_name: 'Lin' }), texts: ['real_name'] },
  'POST /base-info/update': {
    as: 'demo',
    body: () => ({ ...about, short_name: 'S', revision: '{revision of /base-info/get}' }),
    texts: ['short_name', 'contact_name'],
  },
};

/** Calls whose texts aren't stored unchanged, with the reason. */
export const OTHER_CALLS: Readonly<Record<string, string>> = {
  'POST /login': 'secrets and a name to be looked up',
  'POST /enrolment/check': 'a token',
  'POST /enrolment/complete': 'a token, a password, a code',
  'POST /session/confirm': 'a password and a code',
  'POST /login-pwd/update': 'passwords',
  'POST /pay-pwd/update': 'passwords',
  'POST /tasks': 'the name and the query of an export',
  'POST /imports/{id}/apply': 'one of a few names',
  'PUT /own-account/contact': 'a phone number and an address',
  'PUT /own-account/time-zone': 'the name of a time zone',
  'PUT /own-account/notifications': 'one of a few names',
  'POST /own-account/authenticator': 'a password and a code',
  'POST /own-account/authenticator/confirm': 'a code',
  'POST /own-account/recovery-codes': 'a code',
  'POST /menus/move': 'ids',
  'POST /declarations/check': 'the text of a file, which is not stored',
  'PUT /declarations/{name}': 'the text of a file, agreed to after its check',
  'POST /test-mode/gateway-calls': 'parameters of a gateway call, sent on as they are',
  'POST /adjustments/quote': 'an id, a currency and an amount',
  'POST /withdrawals/quote': 'an amount',
  'POST /deposits/quote': 'an amount',
  'POST /payment-requests/quote': 'an amount',
  'POST /orders/{id}/refund/quote': 'an amount',
  'POST /md5-key/update': 'an id and secrets',
  'POST /md5-key/end-old': 'an id',
  'POST /signing-keys/add': 'the name: as those of roles, once it is confirmed; secrets',
  'POST /signing-keys/{id}/change': 'the name: as those of roles, once it is confirmed; secrets',
  'POST /signing-keys/{id}/replace': 'hours and secrets',
  'POST /signing-keys/{id}/set_limits': 'amounts and secrets',
  'POST /signing-keys/{id}/set_version': 'one of the versions, and secrets',
  'POST /signing-keys/{id}/approve': 'secrets',
  'POST /signing-keys/{id}/reject': 'a password',
  'POST /webhook-endpoints/add': 'an address; the description: as in the change of one, of which there may be more',
  'PUT /payment-rules/{id}': 'amounts and choices',
  'POST /platform-limits': 'a currency and an amount',
  'PUT /platform-limits/{id}': 'an amount',
  'POST /operator-requests/{id}/approve': 'a password',
  'POST /operator-requests/{id}/reject': 'the reason: as the remark of any request, once a record',
  'POST /merchant-rates': 'ids, amounts, choices',
  'PUT /merchant-rates/{id}': 'amounts and choices',
  'POST /suppliers/{id}/reveal': 'the name of a field',
  'POST /bankcards/{id}/reveal': 'the name of a field and a password',
  'POST /payees/{id}/reveal': 'the name of a field and a password',
  'POST /payment-requests/{id}/reveal': 'the name of a field and a password',
  'POST /payouts/{id}/reveal': 'the name of a field and a password',
  'POST /payouts/{id}/pay_again': 'amounts and a password',
  'POST /withdrawals/{id}/reveal': 'the name of a field and a password',
  'POST /suppliers/{id}/settle': 'an amount and a password',
  'POST /batch-transfers/{id}/submit': 'a password',
  'POST /adjustments/{id}/approve': 'a password',
  'POST /payment-requests/{id}/approve': 'amounts and a password',
  'POST /deposit-reviews/{id}/pass': 'a password',
  'POST /refunds/{id}/approve': 'a password',
  'POST /withdrawal-reviews/{id}/approve': 'a password',
  'POST /withdrawal-reviews/{id}/succeed': 'a password',
  'POST /adjustments/{id}/reject': 'the reason: as the remark of any request, once a record',
  'POST /deposit-reviews/{id}/reject': 'the reason: as the remark of any request, once a record',
  'POST /payment-requests/{id}/reject': 'the reason: as the remark of any request, once a record',
  'POST /refunds/{id}/reject': 'the reason: as the remark of any request, once a record',
  'POST /withdrawal-reviews/{id}/reject': 'the reason: as the remark of any request, once a record',
  'POST /withdrawal-reviews/{id}/fail': 'a password, and the reason: as the remark of any request, once a record',
  'POST /merchants/{id}/suspend': 'the reason: as the remark of any request, once a record',
  'POST /merchants/{id}/resume': 'the reason: as the remark of any request, once a record',
};

/** Appends the check digit to a card number. */
function luhn(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce(
      (total, digit, at) => total + (at % 2 === 0 ? Number(digit) * 2 - (Number(digit) > 4 ? 9 : 0) : Number(digit)),
      0,
    );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
