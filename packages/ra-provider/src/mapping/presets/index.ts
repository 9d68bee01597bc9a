import type { Endpoints, EndpointValues, Places, Preset as Name } from '@merchant-console/protocol';
import type { CompleteMapping, EndpointMapping } from '../EndpointMapping.ts';
import { hasValue } from '../fillTemplates.ts';
import { hydra } from './hydra.ts';
import { jsonApi } from './jsonApi.ts';
import { jsonServer } from './jsonServer.ts';
import type { Condition, Parameters, Preset, PresetContext } from './Preset.ts';

const CONDITIONS: readonly Condition[] = ['_gte', '_lte', '_gt', '_lt', '_like', '_neq'];

/** Back ends whose calls are the same for all resources, except for the address. */
type MappedPreset = Exclude<Name, 'console' | 'simple-rest'>;

const PRESETS: Record<MappedPreset, (context: PresetContext) => Preset> = {
  'json-server': jsonServer,
  'json-api': jsonApi,
  hydra,
};

const NO_PARAMETERS = { listsByIds: false, condition: () => null, order: () => [] };

/**
 * Adds the calls of a back end's preset to a mapping. What the mapping says of a call itself stays. If that includes the
 * parameters of the list, it gets no others.
 * @param mappingOf mappings of the resources that are referred to
 */
export function withPreset(
  name: MappedPreset,
  mapping: EndpointMapping,
  { apiBase, mappingOf }: { apiBase: string; mappingOf(this: void, resource: string): EndpointMapping },
): CompleteMapping {
  const { fields = [], places = {} } = mapping;
  const preset = PRESETS[name]({
    resource: mapping.name,
    path: mapping.endpoint,
    apiBase,
    references: new Map(
      fields.flatMap(({ source, reference }) =>
        reference === undefined ? [] : [[source, mappingOf(reference).endpoint]],
      ),
    ),
    times: new Set(
      fields.filter(({ type }) => type === 'date' || type === 'datetime').map(({ source }) => places[source] ?? source),
    ),
  });
  const { list, show, create, update, delete: remove } = preset.endpoints;
  const own = mapping.endpoints;
  const mapsParameters = own.list?.query !== undefined || own.list?.body !== undefined;
  const endpoints: Endpoints = {
    ...own,
    list: { ...list, ...(mapsParameters && { query: undefined }), ...own.list },
    show: { ...show, ...own.show },
    create: { ...create, ...own.create },
    update: { ...update, ...own.update },
    delete: { ...remove, ...own.delete },
  };
  return { ...mapping, endpoints, preset: mapsParameters ? { ...preset, ...NO_PARAMETERS } : preset };
}

/** The field and the kind of a filter's condition: `amount_gte` → `amount`, `_gte`. */
function conditionOf(name: string): [string, Condition] {
  const kind = CONDITIONS.find((one) => name.endsWith(one)) ?? '';
  return [name.slice(0, name.length - kind.length), kind];
}

/** Query parameters for one condition of a filter, or null if the back end has none for it. */
function parametersOf(preset: Preset, name: string, value: unknown, places: Places): Parameters | null {
  const [source, kind] = conditionOf(name);
  return preset.condition(places[source] ?? source, kind, [value].flat().map(String));
}

/** True if the back end can filter by the condition with this value. */
export function isCondition(preset: Preset, name: string, value: unknown): boolean {
  return parametersOf(preset, name, value, {}) !== null;
}

/** Query parameters for the order and the filter of a list, by the back end's names of the fields. */
export function listParameters(
  preset: Preset,
  { filter = {}, sort, order }: EndpointValues,
  places: Places,
): Parameters {
  const conditions = Object.entries(filter).flatMap(([name, value]) =>
    name === 'q' || !hasValue(value) ? [] : (parametersOf(preset, name, value, places) ?? []),
  );
  return [...(typeof sort === 'string' ? preset.order(sort, order) : []), ...conditions];
}
