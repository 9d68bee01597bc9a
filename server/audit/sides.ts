/** The sides of an audit entry: some values of a record. Null where it has none. */
export function only(sources: readonly string[], record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(sources.map((source) => [source, record[source] ?? null]));
}

/** Those of `sources` whose values differ. Dates are compared by their time. */
export function changedSources<Source extends string>(
  sources: readonly Source[],
  before: Readonly<Record<Source, unknown>>,
  after: Readonly<Record<Source, unknown>>,
): Source[] {
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return sources.filter((source) => comparable(before[source]) !== comparable(after[source]));
}
