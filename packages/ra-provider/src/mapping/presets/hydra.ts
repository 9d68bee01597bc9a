import { z } from 'zod';
import { toRow } from '@merchant-console/protocol';
import { ApiError } from '../../ApiError.ts';
import { type Condition, idText, type Preset, type PresetContext, type Values } from './Preset.ts';

const objectSchema = z.record(z.string(), z.unknown());
const rowSchema = z.looseObject({ '@id': z.string() });
const collectionSchema = z.looseObject({
  member: z.array(z.unknown()),
  search: z.object({ mapping: z.array(z.object({ variable: z.string() })) }).default({ mapping: [] }),
});

/** What a name of a filter ends with, for numbers and for times. A text's filter may or may not find parts of it. */
const NUMBERS: Record<Condition, string | null> = {
  '': '',
  _gte: '[gte]',
  _lte: '[lte]',
  _gt: '[gt]',
  _lt: '[lt]',
  _like: null,
  _neq: null,
};
const TIMES: typeof NUMBERS = {
  ...NUMBERS,
  _gte: '[after]',
  _lte: '[before]',
  _gt: '[strictly_after]',
  _lt: '[strictly_before]',
};

/**
 * JSON-LD with Hydra (https://www.hydra-cg.com/spec/latest/core/), with the parameters of API Platform's filters. A
 * record's ID is the last part of its `@id`, and so are references.
 */
export function hydra({ resource, path, apiBase, references, times }: PresetContext): Preset {
  const base = new URL(apiBase, 'https://localhost').pathname.replace(/\/$/, '');
  const each = <To>(value: unknown, change: (one: unknown) => To) =>
    Array.isArray(value) ? value.map(change) : change(value);

  /** The server ignores parameters that it doesn't know, and lists those that it does. */
  function refuseIgnored(search: { mapping: { variable: string }[] }, query: URLSearchParams): void {
    const known = new Set(search.mapping.map(({ variable }) => variable));
    const ignored = [...query.keys()].find((one) => !PAGE.has(one) && !known.has(one));
    if (ignored !== undefined) throw ApiError.filterNotMapped({ resource, filter: ignored });
  }

  return {
    endpoints: {
      list: { path, query: { page: '$page', itemsPerPage: '$perPage' }, rows: 'member', total: 'totalItems' },
      show: { path: `${path}/:id` },
      create: { path, row: '$' },
      update: { path: `${path}/:id`, method: 'PATCH', row: '$' },
      delete: { path: `${path}/:id` },
    },
    listsByIds: false,
    condition(name, kind, values) {
      const suffix = (times.has(name) ? TIMES : NUMBERS)[kind];
      if (suffix === null) return null;
      return values.map((value) => [`${name}${suffix}${values.length > 1 ? '[]' : ''}`, value]);
    },
    order: (name, direction) => [[`order[${name}]`, direction === 'DESC' ? 'desc' : 'asc']],
    messages: {
      message: ['detail', 'description', 'hydra:description'],
      errors: { at: 'violations', field: 'propertyPath', message: 'message' },
    },
    documents: {
      mediaType: (method) => (method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json'),
      read(document, verb, query) {
        if (verb !== 'list') return flat(document);
        const collection = collectionSchema.safeParse(withoutPrefixes(document));
        if (!collection.success) return document;
        refuseIgnored(collection.data.search, query);
        return { ...collection.data, member: collection.data.member.map(flat) };
      },
      record(record) {
        const ids = [...references.keys()].filter((source) => Object.hasOwn(record, source));
        return { ...record, ...Object.fromEntries(ids.map((source) => [source, each(record[source], idOf)])) };
      },
      write({ id: _, ...record }, rowPlaces) {
        const iris = Object.entries(record).map(([source, value]) => {
          const other = references.get(source);
          if (other === undefined) return [source, value] as const;
          const iri = (one: unknown) => {
            const id = idText(one);
            return id === null ? null : `${base}/${other}/${encodeURIComponent(id)}`;
          };
          return [source, each(value, iri)] as const;
        });
        return toRow(Object.fromEntries(iris), rowPlaces);
      },
      fieldOf: (propertyPath) => propertyPath,
    },
  };
}

const PAGE = new Set(['page', 'itemsPerPage']);

/** A row without JSON-LD's own keys. Null stays, and what isn't a row becomes undefined. */
function flat(value: unknown): Values | null | undefined {
  if (value === null) return null;
  const row = rowSchema.safeParse(value);
  if (!row.success) return undefined;
  const own = Object.entries(row.data).filter(([name]) => !name.startsWith('@'));
  return { ...Object.fromEntries(own), id: idOf(row.data) };
}

/** The ID in an IRI such as `/books/1`, or in an embedded row. Other values stay as they are. */
function idOf(value: unknown): unknown {
  const row = rowSchema.safeParse(value);
  const iri = row.success ? row.data['@id'] : value;
  if (typeof iri !== 'string' || !iri.includes('/')) return iri;
  return decodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1));
}

/** A collection with names as in version 4 of API Platform, which wrote `hydra:` before them until then. */
function withoutPrefixes(document: unknown): unknown {
  const keys = objectSchema.safeParse(document).data ?? {};
  const named = Object.entries(keys).map(([name, value]) => [name.replace(/^hydra:/, ''), value] as const);
  const plain: Values = Object.fromEntries(named);
  return plain['search'] === undefined ? plain : { ...plain, search: withoutPrefixes(plain['search']) };
}
