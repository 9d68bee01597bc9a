import { sql } from 'kysely';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import type { Label } from '#shared/i18n/label.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import type { MenuRecordRow, MenusBackendOptions } from './MenusBackendOptions.ts';
import { menusWriter, type MoveEntry } from './menusWriter.ts';

/** The entries of a tenant's menu as records, for the page on which they are changed. */
export function menusBackend(options: MenusBackendOptions): ResourceBackend {
  const present = (row: MenuRecordRow) => presentMenu(row, options.translators);
  const columns = [
    'id',
    'url_name',
    'component_path',
    'parent_id',
    'position',
    'is_hidden',
    'created_at',
    'updated_at',
  ];
  return {
    source: rowSource(options.db, sql.table('menus'), present, columns),
    writer: menusWriter(options, present),
  };
}

/** Moves entries of a tenant's menu: no field is typed, so it is no write of a record. */
export function moveInMenu(options: MenusBackendOptions): MoveEntry {
  return menusWriter(options, (row) => presentMenu(row, options.translators)).move;
}

/** A title is shown in each language, also where it is kept as a translation key. */
function presentMenu(row: MenuRecordRow, translators: MenusBackendOptions['translators']): WireRecord {
  const { merchant_id: _, title, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    ...Object.fromEntries(LANGUAGES.map((language) => [`title_${language}`, wordsIn(title, language, translators)])),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function wordsIn(title: Label, language: Language, translators: MenusBackendOptions['translators']): string | null {
  if (typeof title === 'string') return resolveLabel(title, language, translators[language]);
  return title[language] ?? null;
}
