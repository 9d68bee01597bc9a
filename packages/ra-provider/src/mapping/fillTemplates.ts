import { toRow, variableOf, type Places, type EndpointValues, type Templates } from '@merchant-console/protocol';

/**
 * Replaces variables with values: `{ "state": "$filter.status" }` → `{ state: "enabled" }`. Leaves out empty values
 * (absent, null, an empty text, list or object), except fields of the record, for which null is a value.
 *
 * @param places the other back end's names of a record's fields, for `$record` as a whole
 */
export function fillTemplates(
  templates: Templates,
  values: EndpointValues,
  places: Places = {},
): Record<string, unknown> {
  const filled = Object.entries(templates).map(
    ([name, template]) => [name, valueOf(template, values, places)] as const,
  );
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function valueOf(template: Templates[string], values: EndpointValues, places: Places): unknown {
  const variable = variableOf(template);
  if (variable === null) return template;
  const { name, part } = variable;
  if (name === 'record') return part === null ? toRow(values.record ?? {}, places) : values.record?.[part];
  if (name === 'filter' && part !== null) return present(values.filter?.[part]);
  return present(Object.entries(values).find(([known]) => known === name)?.[1]);
}

function present(value: unknown): unknown {
  return hasValue(value) ? value : undefined;
}

/** True unless the value is empty. 0 and false are values. */
export function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
