import { z } from 'zod';
import { labelSchema } from '../i18n/label.ts';
import { RECOVERY_CODE } from './recoveryCode.ts';
import { TOKEN_PATTERN } from './tokenPattern.ts';

/** POST /login. The username is trimmed by the console, the password never is. */
export const loginBodySchema = z.strictObject({
  username: z.string().min(1).max(64),
  password: z.string().min(1).max(128),
  /** What the authenticator shows, or one of the recovery codes in its place. */
  totp_code: z
    .string()
    .max(64)
    .regex(new RegExp(`^[0-9]{6}$|${RECOVERY_CODE.source}`)),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** How the tenant's amounts are shown and typed. `is_divide_hundred` 1: stored in hundredths. */
export const currencyDataSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  is_divide_hundred: z.union([z.literal(0), z.literal(1)]),
  /** IANA name of the time zone in which times are shown and typed: the user's own, or the tenant's. */
  time_zone: z.string().min(1),
  /** The tenant's, whose days statistics are of; absent: the same. */
  tenant_time_zone: z.string().min(1).optional(),
  /** True in test mode: all amounts are test money. */
  is_test: z.boolean().optional(),
});
export type CurrencyData = z.infer<typeof currencyDataSchema>;

const menuPageFields = z.object({
  id: z.string(),
  url_name: z.string(),
  component_path: z.string().nullish(),
  /** Empty: an address that menu, breadcrumb and window have no words for. */
  title: labelSchema.or(z.literal('')),
  icon: z.string().nullish(),
  index: z.int(),
  redirect: z.string().nullish(),
  is_hidden: z.union([z.literal(0), z.literal(1)]),
  permissions: z.array(z.string()).optional(),
  /** 1: stays a submenu even with a single page in it. */
  always_show: z.union([z.literal(0), z.literal(1)]).optional(),
  /** Address of the item to highlight instead of this page's own, as for a detail page that no menu lists. */
  active_menu: z.string().nullish(),
  /** 1: made anew each time it is visited, instead of kept as it was left. */
  no_cache: z.union([z.literal(0), z.literal(1)]).optional(),
  /** 1: its tab is always there and cannot be closed. The dashboard's is in any case. */
  affix: z.union([z.literal(0), z.literal(1)]).optional(),
  /** 0: has no part in the breadcrumb. */
  breadcrumb: z.union([z.literal(0), z.literal(1)]).optional(),
});

/**
 * An entry of the menu with its pages, in the order in which they are shown; `permissions` are the keys (`orders.list`)
 * that the signed-in user holds on it. Our server sends two levels, others may send more.
 */
export const menuEntrySchema = menuPageFields
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

/** A role as which somebody looks at the console; without a name once it has been deleted. */
export const rolePreviewSchema = z.object({ role_id: z.string(), role_name: z.string().nullable() });

/** GET /vue-element-admin/user/info. The `token` in the query opens nothing by itself. */
export const userInfoSchema = z.object({
  /** The user's, where the server has one to give: names are not unique. */
  id: z.string().optional(),
  roles: z.array(z.string()),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  /** The role as which the user looks at the console; nothing can be changed meanwhile. */
  preview: rolePreviewSchema.nullish(),
  /** `on` if the session works with test data, `off` if it may switch to it, absent if it may not. */
  test_mode: z.enum(['on', 'off']).optional(),
  /** Channels may lead to the sandbox though this is no demo: orders are settled without any money moving. */
  sandbox: z.boolean().optional(),
});
export type UserInfo = z.infer<typeof userInfoSchema>;
