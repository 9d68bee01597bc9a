import { lazy } from 'react';
import type { PageKey } from '#shared/declaration/keys.ts';
import type { CustomPage } from './CustomPage.ts';

/** What `components` of a declaration names. A key without an entry does not compile; each is fetched when first shown. */
export const customPages: Record<PageKey, CustomPage> = {
  tiles: lazy(async () => ({ default: (await import('./TilesPage.tsx')).TilesPage })),
};
