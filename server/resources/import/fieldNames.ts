import { type Field, fieldLabel, type Translate } from '@merchant-console/declaration';
import { LANGUAGES, type Language } from '@merchant-console/declaration/languages';
import { plainName } from '#server/sheets/Sheet.ts';

export function languagesOf(translators: Record<Language, Translate>): [Language, Translate][] {
  return LANGUAGES.map((language) => [language, translators[language]]);
}

/** Sources by the names that fields may have in a file: labels in all languages, and the sources. A name of two fields has none. */
export function sourcesByName(
  resource: string,
  fields: readonly Field[],
  translators: Record<Language, Translate>,
): Map<string, string> {
  const names = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const field of fields) {
    const labels = languagesOf(translators).map(([language, translate]) =>
      fieldLabel(field, { language, translate, resource }),
    );
    for (const name of new Set([field.source, ...labels].map(plainName))) {
      if (names.has(name)) ambiguous.add(name);
      else names.set(name, field.source);
    }
  }
  for (const name of ambiguous) names.delete(name);
  return names;
}
