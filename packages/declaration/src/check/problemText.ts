import type { Translate } from '../texts/translator.ts';

/** Input of a problem's text, also for problems that only a server can find. */
interface ProblemWords {
  id: string;
  args: Readonly<Record<string, string | number>>;
  suggestion?: string | undefined;
}

/** Terms of the file format, which aren't translated. */
const WRITTEN = {
  true: 'true',
  false: 'false',
  null: 'null',
  enum: 'enum',
  datetime: 'datetime',
  dates: 'date, datetime',
  grouped: 'enum, boolean, reference',
  per: '"per"',
  one_filter: '"filter": "eq"',
  several_filter: '"filter": "in"',
  ranged: '"filter": "range"',
  all: '"all"',
  any: '"any"',
  id: ':id',
  note: '"x-note"',
  amount: '"12345"',
  day: '2026-03-08',
  instant: '2026-03-08T09:30:00Z',
  own: '"approve"',
  foreign: '"orders.approve"',
  place: '"data.list"',
  pdf: '"application/pdf"',
  storage: '"storage": "table"',
  sortable: '"sortable": true',
  new: '"new": true',
  create: '"create"',
  named: 'text, integer, date, reference',
  filter: '"filter"',
  expand: '"expand"',
  exact: 'eq',
  several: 'in',
  ends: 'eq, gte, lte',
  range: 'range',
  plain: 'source, type, label',
  orderKey: '"order"',
  owned: '"required": true, "writeOnce": true, "onDelete": "delete"',
  summary: '"list": { "summary": […] }',
  set: '"set"',
  see: '"see"',
  record_events: '"create", "edit", "delete"',
  endpoints: '"endpoints"',
  envelope: '"envelope"',
  json_server: '"json-server"',
  at_key: '"at"',
  operations: '"operations"',
  refresh: '"refresh"',
  back: '"back"',
  page: '"page"',
  param: '"param"',
  sum: '"sum": true',
  no_sum: '"sum": false',
  recordOnly: '"recordOnly"',
  currency: '"currency"',
  columns: '"columns"',
  not_clicked: '"rowClick": "none"',
  decides: 'enum, boolean, integer, money, rate, date',
  contains: '"contains"',
  in: '"in"',
  users: '"users"',
  search: '"search": true',
  eq: '"eq"',
  line: '"text"',
  digits: '{0000}',
  from: '"product_id.price"',
  scan: '"scan": true',
  required: '"required": true',
  purge: 'npm run resources purge',
  tenant_kinds: '"merchant", "platform"',
  merchant_kind: '"merchant"',
  tenants_key: '"tenants"',
  address_example: '"/crm"',
  add: '"add"',
  addable: 'integer, decimal, money, rate',
  scope: '"scope"',
  scheduled: '"scope": "scheduled"',
  time: '03:00',
  list: '"list"',
  list_card: '"list"',
  made: '{ "address": "/crm", "label": "CRM" }',
};

/** Describes the problem, its fix and the probably intended name, in the language of `translate`. */
export function problemText({ id, args, suggestion }: ProblemWords, translate: Translate): string {
  const { expected, received, reason, rows } = args;
  const words = {
    ...WRITTEN,
    ...args,
    // The number of rows chooses the plural form.
    ...(typeof rows === 'number' && { smart_count: rows }),
    // Only these have kinds of values as arguments; R201 expects a name.
    ...(id === 'R014' || id === 'R108'
      ? { expected: kinds(expected, translate), received: kinds(received, translate) }
      : {}),
    ...(id === 'R111' ? { reason: translate(`declaration.reasons.${reason}`, args) } : {}),
  };
  const text = translate(`declaration.problems.${id}`, words);
  return suggestion === undefined ? text : `${text} ${translate('declaration.did_you_mean', { suggestion })}`;
}

/** `text list` → "a text or a list" */
function kinds(names: string | number | undefined, translate: Translate): string {
  if (names === undefined) return '';
  const words = String(names)
    .split(' ')
    .map((name) => translate(`declaration.kinds.${name}`, WRITTEN));
  return words.reduce((one, other) => translate('declaration.or', { one, other }));
}
