import type { Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import type { TenantType } from '#server/access/entitlements.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { MenusTable } from '#server/db/schema.ts';
import type { OfferedPage } from './OfferedPage.ts';

export interface MenusBackendOptions {
  db: Db;
  clock: Clock;
  translators: Record<Language, Translate>;
  /** Pages that the menu of a kind of tenant can have now. */
  offeredPages: (type: TenantType) => readonly OfferedPage[];
}

export type MenuRecordRow = Selectable<MenusTable>;
