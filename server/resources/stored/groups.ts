import { canonicalDecimal, type Group, type GroupField, groupsIn } from '@merchant-console/declaration';

/** Groups of a row in API form: each with all its values. */
export function presentGroups({ fields }: GroupField, value: unknown): Group[] {
  return groupsIn(value).map((group) =>
    Object.fromEntries(
      fields.map((field) => {
        const stored = group[field.source] ?? null;
        return [field.source, field.type === 'decimal' ? canonicalDecimal(stored, field.scale) : stored];
      }),
    ),
  );
}

/** Groups as their column contains them: without empty values. */
export function storedGroups(value: unknown): Group[] {
  return groupsIn(value).map((group) => Object.fromEntries(Object.entries(group).filter(([, one]) => one !== null)));
}

/** The texts of groups, each in its line, for searches. Null if there are none. */
export function searchedTexts({ fields }: GroupField, value: unknown): string | null {
  const sources = fields.flatMap(({ source, type }) => (type === 'text' ? [source] : []));
  const texts = groupsIn(value).flatMap((group) => sources.map((source) => group[source]));
  return texts.filter((text) => typeof text === 'string').join('\n') || null;
}
