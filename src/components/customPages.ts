import { lazy, type ComponentType } from 'react';
import type { PageKey } from '#shared/declaration/keys.ts';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import type { CustomPage } from './CustomPage.ts';

/** What `components` of a declaration names. A key without an entry does not compile; each is fetched when first shown. */
export const customPages: Record<PageKey, CustomPage> = {
  batchList: withTexts(async () => (await import('./batches/BatchListPage.tsx')).BatchListPage),
  batch: withTexts(async () => (await import('./batches/BatchRecordPage.tsx')).BatchRecordPage),
  batchItems: withTexts(async () => (await import('./batches/BatchItemsPage.tsx')).BatchItemsPage),
  menuTree: withTexts(async () => (await import('./menus/MenuTreePage.tsx')).MenuTreePage),
  onlyRecord: withTexts(async () => (await import('./OnlyRecordPage.tsx')).OnlyRecordPage),
  statistics: withTexts(async () => (await import('./statistics/StatisticsPage.tsx')).StatisticsPage),
  tiles: lazy(async () => ({ default: (await import('./TilesPage.tsx')).TilesPage })),
  wallets: withTexts(async () => (await import('./wallets/WalletsPage.tsx')).WalletsPage),
};

/** One with texts of its own, which come with its code. */
function withTexts<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await withLateTexts(load()) }));
}
