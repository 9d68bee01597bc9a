import { z } from 'zod';
import { placeBelow, toRow } from '@merchant-console/protocol';
import { idText, type Preset, type PresetContext, type Values } from './Preset.ts';

const MEDIA_TYPE = 'application/vnd.api+json';

const identifierSchema = z.object({ id: z.string() });
const resourceSchema = z.object({
  id: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z
    .record(z.string(), z.object({ data: z.union([identifierSchema, z.array(identifierSchema), z.null()]).optional() }))
    .default({}),
});
const documentSchema = z.looseObject({ data: z.unknown() });

/**
 * https://jsonapi.org/format/1.1: rows are flattened to their ID, attributes and the IDs of their relationships. Where
 * the specification leaves the choice to the server, pages are `page[number]` and `page[size]`, a filter is
 * `filter[name]` with values joined by commas, and the total is at `meta.total`.
 */
export function jsonApi({ path, references }: PresetContext): Preset {
  return {
    endpoints: {
      list: { path, query: { 'page[number]': '$page', 'page[size]': '$perPage' }, rows: 'data', total: 'meta.total' },
      show: { path: `${path}/:id`, row: 'data' },
      create: { path, row: 'data' },
      update: { path: `${path}/:id`, method: 'PATCH', row: 'data' },
      delete: { path: `${path}/:id` },
    },
    listsByIds: false,
    condition: (name, kind, values) =>
      // A value with a comma would be two.
      kind === '' && !values.some((value) => value.includes(',')) ? [[`filter[${name}]`, values.join(',')]] : null,
    order: (name, direction) => [['sort', direction === 'DESC' ? `-${name}` : name]],
    messages: {
      message: ['0.detail', '0.title'].map((place) => placeBelow('errors', place)),
      errors: { at: 'errors', field: 'source.pointer', message: 'detail' },
    },
    documents: {
      mediaType: () => MEDIA_TYPE,
      read(document) {
        const parsed = documentSchema.safeParse(document);
        if (!parsed.success) return document;
        const { data } = parsed.data;
        return { ...parsed.data, data: Array.isArray(data) ? data.map(flat) : flat(data) };
      },
      record: (record) => record,
      write({ id, ...record }, places) {
        const fields = Object.entries(record);
        const attributes = toRow(Object.fromEntries(fields.filter(([source]) => !references.has(source))), places);
        const relationships = fields.flatMap(([source, value]) => {
          const other = references.get(source);
          return other === undefined ? [] : [[source, { data: identifiers(value, typeOf(other)) }] as const];
        });
        const { id: place = 'id', ...rest } = places;
        return {
          data: {
            type: typeOf(path),
            ...(id !== undefined && { [place]: idText(id) }),
            attributes,
            ...(relationships.length > 0 && { relationships: toRow(Object.fromEntries(relationships), rest) }),
          },
        };
      },
      fieldOf: (pointer) =>
        pointer
          .replace(/^\/data\/(?:attributes|relationships)\//, '')
          .replace(/\/data(?:\/.*)?$/, '')
          .replaceAll('/', '.'),
    },
  };
}

/** A row whose values are at its top. Null stays, and what isn't a row becomes undefined. */
function flat(value: unknown): Values | null | undefined {
  if (value === null) return null;
  const row = resourceSchema.safeParse(value);
  if (!row.success) return undefined;
  const { id, attributes, relationships } = row.data;
  const ids = Object.entries(relationships).flatMap(([name, { data }]) => {
    if (data === undefined) return [];
    return [[name, Array.isArray(data) ? data.map((one) => one.id) : (data?.id ?? null)] as const];
  });
  return { ...attributes, ...Object.fromEntries(ids), id };
}

function identifiers(value: unknown, type: string): Values | Values[] | null {
  if (Array.isArray(value)) return value.map((one) => ({ type, id: idText(one) }));
  const id = idText(value);
  return id === null ? null : { type, id };
}

/** A type's name is usually the end of its path. */
function typeOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
