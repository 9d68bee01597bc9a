import type { Preset, PresetContext } from './Preset.ts';

const SUFFIXES = { '': '', _gte: '_gte', _lte: '_lte', _gt: null, _lt: null, _like: '_like', _neq: '_ne' };

/** https://github.com/typicode/json-server/tree/v0.17.4 */
export function jsonServer({ path }: PresetContext): Preset {
  return {
    endpoints: {
      list: {
        path,
        query: { _page: '$page', _limit: '$perPage', _sort: '$sort', _order: '$order', q: '$q' },
        total: { header: 'X-Total-Count' },
      },
      show: { path: `${path}/:id` },
      create: { path, row: '$' },
      update: { path: `${path}/:id`, method: 'PATCH', row: '$' },
      delete: { path: `${path}/:id` },
    },
    listsByIds: true,
    condition(name, kind, values) {
      const suffix = SUFFIXES[kind];
      if (suffix === null) return null;
      // A text to contain is sent as a regular expression.
      const text = (value: string) =>
        kind === '_like' ? value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`) : value;
      return values.map((value) => [name + suffix, text(value)]);
    },
    order: () => [],
    documents: null,
  };
}
