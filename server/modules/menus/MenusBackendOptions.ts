import type { Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { MenusTable } from '#server/db/schema.ts';

export interface MenusBackendOptions {
  db: Db;
  clock: Clock;
  translators: Record<Language, Translate>;
  /** Whether a component path names a declared resource or a page written by hand. */
  isPage: (componentPath: string) => boolean;
}

export type MenuRecordRow = Selectable<MenusTable>;
