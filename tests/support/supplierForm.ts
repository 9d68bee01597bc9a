import {
  type DeclarationSource,
  UnknownDeclarationError,
} from '../../packages/ra-declared/src/declaration/DeclarationSource.ts';

/** A declaration with every field type, and with most of what a form can declare. */
export const supplierDeclaration = {
  version: 1,
  name: 'suppliers',
  storage: 'table',
  fields: [
    { source: 'name', type: 'text', required: true, maxLength: 20, search: true, label: 'Name' },
    {
      source: 'code',
      type: 'text',
      writeOnce: true,
      pattern: '[A-Z]{3}',
      label: 'Code',
      help: 'Three capital letters',
    },
    { source: 'account', type: 'text', required: true, mask: 'card', minLength: 12, label: 'Account' },
    { source: 'email', type: 'text', format: 'email', label: 'Email' },
    { source: 'notes', type: 'longtext', label: 'Notes' },
    { source: 'days', type: 'integer', min: 1, max: 90, label: 'Days' },
    { source: 'fee', type: 'money', label: 'Fee' },
    { source: 'tax', type: 'money', max: '100000', label: 'Tax' },
    { source: 'total', type: 'money', computed: { sum: ['fee', 'tax'] }, label: 'Total' },
    { source: 'rate', type: 'rate', max: 10000, label: 'Rate' },
    {
      source: 'kind',
      type: 'enum',
      required: true,
      default: 'goods',
      choices: [
        { id: 'goods', name: 'Goods' },
        { id: 'services', name: 'Services' },
      ],
      label: 'Kind',
    },
    { source: 'insured', type: 'boolean', label: 'Insured' },
    { source: 'active', type: 'boolean', required: true, label: 'Active' },
    { source: 'since', type: 'date', min: '2000-01-01', label: 'Since' },
    { source: 'visit_at', type: 'datetime', label: 'Visit', when: { field: 'kind', eq: 'services' } },
    { source: 'channel_id', type: 'reference', reference: 'channels', label: 'Channel' },
    { source: 'api_key', type: 'secret', label: 'API key' },
    { source: 'contract', type: 'file', accept: ['application/pdf'], maxSize: 1_048_576, label: 'Contract' },
    { source: 'logo', type: 'image', label: 'Logo' },
    { source: 'extra', type: 'json', label: 'Extra' },
    { source: 'limit', type: 'integer', permission: 'limits', label: 'Limit' },
    { source: 'score', type: 'integer', readOnly: true, label: 'Score' },
  ],
} as const;

/** The shipped declarations, plus one that the test may change. */
export function declarationsOf(
  declarations: readonly { name: string }[],
  others: DeclarationSource = (name) => Promise.reject(new UnknownDeclarationError(name)),
): DeclarationSource {
  return async (name, signal) => {
    const own = declarations.find((declaration) => declaration.name === name);
    return own ? { text: JSON.stringify(own), isGood: false } : others(name, signal);
  };
}

/** A supplier as the API returns it. */
export function supplierRecord(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 'supplier-1',
    name: 'Acme',
    code: 'ACM',
    account: '6222••••1234',
    email: null,
    notes: null,
    days: 30,
    fee: '123456',
    tax: '100',
    total: '123556',
    rate: 250,
    kind: 'goods',
    insured: null,
    active: true,
    since: '2024-02-29',
    visit_at: null,
    channel_id: 'alipay',
    api_key: true,
    contract: null,
    logo: null,
    extra: null,
    limit: 5,
    score: 7,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    revision: 3,
    ...overrides,
  };
}
