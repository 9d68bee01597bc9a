import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';

/** `resource` as the list of a user who may not see all fields: without the columns, filters and sums of the others. */
export function seenResource(resource: Resource, sees: (field: Field) => boolean): Resource {
  if (resource.fields.every(sees)) return resource;
  const { list } = resource;
  const seen = resource.fields.filter(sees).map(({ source }) => source);
  return {
    ...resource,
    fields: resource.fields.filter(sees),
    list: {
      ...list,
      columns: list.columns.filter(sees),
      filters: list.filters.filter(sees),
      search: list.search.filter((source) => seen.includes(source)),
      tabs: list.tabs && sees(list.tabs) ? list.tabs : null,
      summary: list.summary.filter(sees),
      expand: list.expand.filter(sees),
      export: list.export.filter(sees),
    },
  };
}
