import { z } from 'zod';

export const COLOR_SCHEMES = ['system', 'light', 'dark'] as const;

/** What the settings drawer changes. */
export const shellSettingsSchema = z.object({
  /** `#rrggbb`, as chosen; what is drawn in it may be a darker or lighter shade, for contrast. */
  themeColor: z.string().regex(/^#[0-9a-f]{6}$/),
  /** `system`: as the browser says. */
  colorScheme: z.enum(COLOR_SCHEMES),
  /** The bar of open pages, which are kept alive behind it. */
  tagsView: z.boolean(),
  /** Header and tab bar stay on top when the page is scrolled. */
  fixedHeader: z.boolean(),
  sidebarLogo: z.boolean(),
  /** Finds Chinese titles by how they are pronounced. */
  pinyinSearch: z.boolean(),
});
export type ShellSettings = z.infer<typeof shellSettingsSchema>;

/** The spec's. */
export const DEFAULT_SETTINGS: ShellSettings = {
  themeColor: '#1890ff',
  colorScheme: 'system',
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  pinyinSearch: true,
};
