import { z } from 'zod';
import { labelSchema } from '@merchant-console/declaration';
import { defineCall } from './call.ts';

/** The calls of the pages that edit a tenant's menu. */

const listing = { permission: 'menus.list' } as const;
const editing = { permission: 'menus.edit' } as const;

const entrySchema = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  url_name: z.string(),
  component_path: z.string().nullable(),
  /** A text, or a translation key. */
  title: labelSchema.or(z.literal('')),
  icon: z.string().nullable(),
  redirect: z.string().nullable(),
  is_hidden: z.boolean(),
  position: z.int(),
  revision: z.int(),
});
export type MenuOutlineEntry = z.infer<typeof entrySchema>;

const pageSchema = z.object({
  component_path: z.string(),
  title: labelSchema,
  /** True if it is rendered from a declaration with this name. */
  is_resource: z.boolean(),
  /** Shown where an entry has no icon of its own. */
  icon: z.string().nullable(),
  /** Permission keys that users of the tenant can have on it. */
  permissions: z.array(z.string()),
});
export type MenuPage = z.infer<typeof pageSchema>;

export const menuOutline = defineCall({
  id: 'menuOutline',
  method: 'GET',
  path: '/menus/outline',
  access: listing,
  side: 'both',
  summary: "Get all entries of the tenant's menu, and the pages that entries can open",
  data: z.object({ entries: z.array(entrySchema), pages: z.array(pageSchema) }),
});
export type MenuOutline = z.infer<typeof menuOutline.data>;

export const menuMove = defineCall({
  id: 'menuMove',
  method: 'POST',
  path: '/menus/move',
  access: editing,
  side: 'both',
  summary: 'Move a menu entry; its new siblings are renumbered',
  body: z.strictObject({
    id: z.uuid(),
    parent_id: z.uuid().nullable(),
    /** Position among the new siblings, counted from 1 without the entry itself. A larger number means the end. */
    position: z.int().min(1).max(10_000),
    revision: z.int(),
  }),
  data: z.null(),
});

const missingSchema = z.object({
  component_path: z.string().nullable(),
  title: labelSchema,
  icon: z.string().nullable(),
  address: z.string(),
  /** True if another entry has this address, so that the page can't be added unchanged. */
  is_taken: z.boolean(),
});
export type MissingPage = z.infer<typeof missingSchema>;

export const missingMenuPages = defineCall({
  id: 'missingMenuPages',
  method: 'GET',
  path: '/menus/missing',
  access: editing,
  side: 'both',
  summary: "List the entries of the product's default menu that the tenant's menu lacks",
  data: z.array(missingSchema),
});

export const addMissingMenuPages = defineCall({
  id: 'addMissingMenuPages',
  method: 'POST',
  path: '/menus/missing',
  access: editing,
  side: 'both',
  summary: "Add all missing entries of the product's default menu that can be added",
  data: z.object({ added: z.int() }),
});
