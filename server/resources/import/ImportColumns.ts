import {
  type Field,
  fieldLabel,
  isImportable,
  isTimeZone,
  type Resource,
  type Translate,
  visibleTo,
} from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import { MAX_CELL } from '#server/sheets/RowCollector.ts';
import { plainName, type SoughtTable } from '#server/sheets/Sheet.ts';
import { sourcesByName } from './fieldNames.ts';

/** A column of an imported file. */
export interface ImportColumn {
  /** Text of its heading. */
  heading: string;
  /** Field that it fills, or null. */
  source: string | null;
}

/** Fields that a user may fill by a file. */
export function importedFields(resource: Resource, permissions: ReadonlySet<string>): Field[] {
  const sources = resource.import?.sources ?? [];
  const { fields } = visibleTo(permissions, resource);
  return fields.filter((field) => isImportable(field) && sources.includes(field.source));
}

/** Headings of an empty file: the labels in a language, or the source of a field whose label another one has, too. */
export function templateHeadings(
  resource: Resource,
  fields: readonly Field[],
  translators: Record<Language, Translate>,
  language: Language,
): string[] {
  const names = sourcesByName(resource.name, fields, translators);
  return fields.map((field) => {
    const label = fieldLabel(field, { language, translate: translators[language], resource: resource.name });
    return names.get(plainName(label)) === field.source ? label : field.source;
  });
}

/** The table that an imported file contains. */
export function importTable(
  resource: Resource,
  fields: readonly Field[],
  translators: Record<Language, Translate>,
): SoughtTable {
  return {
    columns: sourcesByName(resource.name, fields, translators),
    required: [],
    amounts: null,
    described: fields.slice(0, 2).map(({ source }) => source),
    readsAll: true,
    maxRows: resource.import?.max ?? 0,
    cellLength: MAX_CELL,
  };
}

/** The columns of a file by its headings. A field that two headings name is left to the user. */
export function columnsByName(headings: readonly string[], { columns }: Pick<SoughtTable, 'columns'>): ImportColumn[] {
  const found = headings.map((heading) => ({
    heading,
    source: columns.get(plainName(heading)) ?? columns.get(plainName(withoutUnit(heading))) ?? null,
  }));
  return found.map(({ heading, source }) => ({
    heading,
    source: found.filter((one) => one.source === source).length > 1 ? null : source,
  }));
}

const UNIT = /^(.*\S)\s*[(（]([^()（）]+)[)）]$/;

/** `Amount (CNY)` → `Amount`. Exports name the currency of amounts and the zone of times like this. */
function withoutUnit(heading: string): string {
  const [, name = heading, unit = ''] = UNIT.exec(heading.trim()) ?? [];
  return isCurrency(unit) || isTimeZone(unit) ? name : heading;
}

const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit);

/** The currency, or the time zone, that a heading names. */
export function unitOf(heading: string): { currency: string | null; timeZone: string | null } {
  const unit = UNIT.exec(heading.trim())?.[2] ?? '';
  if (isCurrency(unit) && !isTimeZone(unit)) return { currency: unit, timeZone: null };
  if (unit.includes('/') || unit === 'UTC') return { currency: null, timeZone: isTimeZone(unit) ? unit : null };
  return { currency: isCurrency(unit) ? unit : null, timeZone: null };
}
