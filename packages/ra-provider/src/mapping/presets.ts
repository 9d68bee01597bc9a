import type { Endpoints, Places, Preset } from '@merchant-console/protocol';
import type { Condition, ConditionNames, EndpointMapping } from './EndpointMapping.ts';
import { hasValue } from './fillTemplates.ts';

const CONDITIONS: readonly Condition[] = ['_gte', '_lte', '_gt', '_lt', '_like', '_neq', ''];

/** Back ends whose verbs are the same for all resources, except for the address. */
type MappedPreset = Exclude<Preset, 'console' | 'simple-rest'>;

interface PresetCalls {
  endpoints(endpoint: string): Endpoints;
  conditions: ConditionNames;
}

const PRESETS: Record<MappedPreset, PresetCalls> = {
  // https://github.com/typicode/json-server/tree/v0.17.4
  'json-server': {
    endpoints: (path) => ({
      list: {
        path,
        query: { _page: '$page', _limit: '$perPage', _sort: '$sort', _order: '$order', q: '$q' },
        total: { header: 'X-Total-Count' },
      },
      show: { path: `${path}/:id` },
      create: { path, row: '$' },
      update: { path: `${path}/:id`, method: 'PATCH', row: '$' },
      delete: { path: `${path}/:id` },
    }),
    conditions: { '': '', _gte: '_gte', _lte: '_lte', _like: '_like', _neq: '_ne' },
  },
};

/** Adds the verbs of a back end's preset to a mapping. Those that it maps itself stay. */
export function withPreset(mapping: EndpointMapping, preset: MappedPreset): EndpointMapping {
  const { endpoints, conditions } = PRESETS[preset];
  const ofPreset = { ...mapping, endpoints: { ...endpoints(mapping.endpoint), ...mapping.endpoints } };
  return mapping.endpoints.list ? ofPreset : { ...ofPreset, conditions };
}

/** The field and the kind of a filter's condition: `amount_gte` → `amount`, `_gte`. */
function conditionOf(name: string): [string, Condition] {
  const kind = CONDITIONS.find((one) => name.endsWith(one)) ?? '';
  return [name.slice(0, name.length - kind.length), kind];
}

/** True if the back end can filter by the condition. */
export function isCondition(name: string, conditions: ConditionNames): boolean {
  return conditions[conditionOf(name)[1]] !== undefined;
}

/**
 * Query parameters for a filter: one for each value of each condition, by the back end's name of the field. A text to
 * contain is sent as a regular expression.
 */
export function conditionParameters(
  filter: Readonly<Record<string, unknown>>,
  conditions: ConditionNames,
  places: Places,
): [string, string][] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'q' || !hasValue(value)) return [];
    const [source, kind] = conditionOf(name);
    const parameter = `${places[source] ?? source}${conditions[kind]}`;
    const text = (one: unknown) =>
      kind === '_like' ? String(one).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`) : String(one);
    return [value].flat().map((one): [string, string] => [parameter, text(one)]);
  });
}
