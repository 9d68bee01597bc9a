import { z } from 'zod';
import type { ExportQuery } from '@merchant-console/protocol';
import { type Field, type Resource, visibleTo } from '@merchant-console/declaration';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { type ListQuery, parseJson, parseListQuery } from '../listQuery.ts';

const columnsSchema = z.array(z.string().max(80)).min(1).max(500);

interface ParsedExport extends Pick<ListQuery, 'conditions' | 'sort'> {
  fields: Field[];
}

/**
 * Validates the query against the declaration and the caller's permissions.
 *
 * @throws {MalformedError} if a parameter isn't valid JSON
 * @throws {ValidationError} if a filter, sort or column is undeclared, repeated, or hidden from the caller
 * @throws {NotFoundError} if the resource has no export
 */
export function parseExport(resource: Resource, permissions: ReadonlySet<string>, query: ExportQuery): ParsedExport {
  const visible = visibleTo(permissions, resource);
  const allowed = visible.list.export;
  if (allowed.length === 0) throw new NotFoundError();
  const { conditions, sort } = parseListQuery(visible, { filter: query.filter, sort: query.sort });
  const asked = parseJson('columns', columnsSchema, query.columns);
  return { conditions, sort, fields: asked ? chosen(allowed, asked) : allowed };
}

function chosen(allowed: readonly Field[], asked: readonly string[]): Field[] {
  return asked.map((source, at) => {
    const field = allowed.find((one) => one.source === source);
    if (!field) throw new ValidationError({ columns: { key: 'column_not_allowed', args: { field: source } } });
    if (asked.indexOf(source) < at)
      throw new ValidationError({ columns: { key: 'column_twice', args: { field: source } } });
    return field;
  });
}
