import { z } from 'zod';
import { ICON_NAMES } from './keys.ts';
import { labelSchema } from './texts/label.ts';

const addressSchema = z.string().regex(/^\/[\w-]+$/);

/** The place of a page in menus. */
export const menuSchema = z.strictObject({
  under: z
    .union([
      addressSchema,
      z.strictObject({
        address: addressSchema.describe('Address of the entry, such as /crm'),
        label: labelSchema.describe('Title of the entry, in menus that lack it'),
        icon: z.enum(ICON_NAMES).optional().describe('Icon of the entry, in menus that lack it'),
      }),
    ])
    .optional()
    .describe('Entry above the page: its address, or its address and title. Default: none'),
  icon: z.enum(ICON_NAMES).optional().describe('Icon of the page. Default: that of the resource'),
  order: z.int().min(1).optional().describe('Position among the pages of the same entry. Default: last'),
});
