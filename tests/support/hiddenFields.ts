/**
 * Part of the name of each hidden field, which only the owner may see. No other name in the declaration contains it.
 */
export const HIDDEN = 'margin';

const when = { field: 'margin', gt: '5' };
const seeMargin = { permission: 'see_margins' };

/**
 * A resource that names a hidden field in every place that the format allows. A user without `deals.see_margins` sees
 * `title`, `city`, `price` and `made_on`.
 */
export const deals = {
  version: 1,
  name: 'deals',
  storage: 'table',
  tenants: ['merchant'],
  recordRepresentation: 'margin_note',
  fields: [
    { source: 'margin_note', type: 'text', required: true, search: true, filter: 'eq', copy: true, ...seeMargin },
    { source: 'title', type: 'text', required: true, search: true, filter: 'eq', sortable: true },
    { source: 'city', type: 'text', filter: 'eq', help: 'Where' },
    { source: 'price', type: 'money', filter: 'range' },
    { source: 'margin', type: 'money', default: '7', sortable: true, filter: 'range', ...seeMargin },
    { source: 'margin_currency', type: 'text', maxLength: 3, default: 'EUR', ...seeMargin },
    { source: 'in_margin_currency', type: 'money', currency: 'margin_currency' },
    { source: 'net_of_margin', type: 'money', computed: { difference: ['price', 'margin'] } },
    { source: 'margin_reason', type: 'text', when },
    {
      source: 'margin_band',
      type: 'enum',
      filter: 'in',
      default: 'low',
      choices: [{ id: 'low' }, { id: 'high' }],
      ...seeMargin,
    },
    { source: 'margin_at', type: 'datetime', ...seeMargin },
    { source: 'made_on', type: 'date' },
  ],
  when: { edit: when, delete: { all: [when, { field: 'title', ne: 'kept' }] } },
  list: {
    columns: ['margin_note', 'title', 'price', 'margin', 'net_of_margin'],
    sort: { field: 'margin', order: 'DESC' },
    tabs: 'margin_band',
    summary: ['price', 'margin'],
    expand: ['city', 'margin_reason'],
    rowClick: 'expand',
  },
  form: {
    groups: [
      { fields: ['title', 'city', 'price', 'margin_reason'] },
      { fields: ['margin', 'margin_band', 'margin_note'] },
    ],
  },
  show: {
    timeline: true,
    reasons: ['margin_reason', 'city'],
    groups: [
      { fields: ['title', 'city', 'price', 'net_of_margin'] },
      { label: 'Inside', fields: ['margin', 'margin_at'] },
    ],
    moments: [
      { source: 'margin_at', label: 'Agreed' },
      { source: 'created_at', label: 'Made', when },
    ],
  },
  actions: [
    {
      key: 'settle',
      when,
      form: [
        { source: 'note', type: 'text' },
        { source: 'margin_given', type: 'text', ...seeMargin },
        { source: 'margin_given_why', type: 'text', when: { field: 'margin_given', ne: null } },
      ],
      set: { city: '$form.note', margin_reason: '$form.margin_given' },
    },
  ],
};

/** References deals through a visible and a hidden field. */
export const visits = {
  version: 1,
  name: 'visits',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'place', type: 'text', required: true },
    { source: 'deal_id', type: 'reference', reference: 'deals', filter: 'eq' },
  ],
};
