import { z } from 'zod';
import { currencyDataSchema, labelSchema } from '@merchant-console/declaration';
import { RECOVERY_CODE } from './recoveryCode.ts';
import { TOKEN_PATTERN } from '@merchant-console/protocol/token';

/** POST /login. The console trims the username but never the password. */
export const loginBodySchema = z.strictObject({
  username: z.string().min(1).max(64),
  password: z.string().min(1).max(128),
  /** A code of the authenticator, or a recovery code. */
  totp_code: z
    .string()
    .max(64)
    .regex(new RegExp(`^[0-9]{6}$|${RECOVERY_CODE.source}`)),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

const menuPageFields = z.object({
  id: z.string(),
  url_name: z.string(),
  component_path: z.string().nullish(),
  /** Empty for an address that menu, breadcrumb and window have no title for. */
  title: labelSchema.or(z.literal('')),
  icon: z.string().nullish(),
  index: z.int(),
  redirect: z.string().nullish(),
  is_hidden: z.union([z.literal(0), z.literal(1)]),
  permissions: z.array(z.string()).optional(),
  /** 1 if it stays a submenu even with a single page. */
  always_show: z.union([z.literal(0), z.literal(1)]).optional(),
  /**
   * Address of the menu item to highlight instead of this page's own, such as for a detail page that isn't in the menu.
   */
  active_menu: z.string().nullish(),
  /** 1 if the page is recreated on each visit instead of kept as it was left. */
  no_cache: z.union([z.literal(0), z.literal(1)]).optional(),
  /** 1 if its tab is always present and can't be closed, as the dashboard's always is. */
  affix: z.union([z.literal(0), z.literal(1)]).optional(),
  /** 1 if `/` and a sign-in lead to it, in place of the dashboard. */
  is_first: z.literal(1).optional(),
  /** 0 if it is left out of the breadcrumb. */
  breadcrumb: z.union([z.literal(0), z.literal(1)]).optional(),
});

/**
 * A menu entry with its pages, in display order. `permissions` are the signed-in user's keys on it (`orders.list`). Our
 * server sends two levels; other back ends may send more.
 */
const menuEntrySchema = menuPageFields
  .extend({
    get children() {
      return z.array(menuEntrySchema).optional();
    },
  })
  .meta({ id: 'MenuEntry' });
export type MenuEntry = z.infer<typeof menuEntrySchema>;

export const menuTreeSchema = z.array(menuEntrySchema);
export type MenuTree = z.infer<typeof menuTreeSchema>;

export const loginDataSchema = z.object({
  login_token: z.string().regex(TOKEN_PATTERN),
  currency_data: currencyDataSchema,
  routers: menuTreeSchema,
});
export type LoginData = z.infer<typeof loginDataSchema>;

/** The role that a user previews the console as. The name is null if the role has been deleted. */
export const rolePreviewSchema = z.object({ role_id: z.string(), role_name: z.string().nullable() });

/** GET /vue-element-admin/user/info. The `token` in the query grants no access by itself. */
export const userInfoSchema = z.object({
  /** The user's ID if the server sends one. Names aren't unique. */
  id: z.string().optional(),
  roles: z.array(z.string()),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  /** The role that the user previews. Nothing can be changed during the preview. */
  preview: rolePreviewSchema.nullish(),
  /** `on` if the session works with test data, `off` if it may switch to it, absent if it may not. */
  test_mode: z.enum(['on', 'off']).optional(),
  /** `unset` if the user has no payment password, otherwise absent. */
  pay_password: z.literal('unset').optional(),
  /** True if channels may lead to the sandbox outside a demo: orders are settled without any money moving. */
  sandbox: z.boolean().optional(),
});
export type UserInfo = z.infer<typeof userInfoSchema>;
