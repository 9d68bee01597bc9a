import type { Field } from '#shared/declaration/fieldSchema.ts';
import { permissionKey } from '#shared/declaration/permissions.ts';
import type { Resource, Sort } from '#shared/declaration/resource.ts';

/** Shows nothing of a field that the asker may not see. */
const BY_ID: Sort = { field: 'id', order: 'DESC' };

/**
 * A resource as the holder of some permissions knows it: without the fields whose own permission is missing. What is
 * read, filtered, sorted and written against it treats such a field like one that does not exist.
 */
export function visibleTo(permissions: ReadonlySet<string>, resource: Resource): Resource {
  const isVisible = ({ permission }: Field) =>
    permission === undefined || permissions.has(permissionKey(resource.name, permission));
  const hidden = new Set(resource.fields.filter((field) => !isVisible(field)).map(({ source }) => source));
  if (hidden.size === 0) return resource;
  const { list } = resource;
  return {
    ...resource,
    fields: resource.fields.filter(isVisible),
    list: {
      ...list,
      columns: list.columns.filter(isVisible),
      filters: list.filters.filter(isVisible),
      search: list.search.filter((source) => !hidden.has(source)),
      sort: hidden.has(list.sort.field) ? BY_ID : list.sort,
      summary: list.summary.filter(isVisible),
      expand: list.expand.filter(isVisible),
      export: list.export.filter(isVisible),
    },
  };
}
