import { z } from 'zod';
import { labelSchema } from '../i18n/label.ts';
import { TOKEN_PATTERN } from './tokenPattern.ts';

/** POST /login. The username is trimmed by the console, the password never is. */
export const loginBodySchema = z.strictObject({
  username: z.string().min(1).max(64),
  password: z.string().min(1).max(128),
  totp_code: z.string().regex(/^[0-9]{6}$/),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** How the tenant's amounts are shown and typed. `is_divide_hundred` 1: stored in hundredths. */
export const currencyDataSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  is_divide_hundred: z.union([z.literal(0), z.literal(1)]),
  /** IANA name of the tenant's time zone, in which dates are shown and typed. */
  time_zone: z.string().min(1),
});
export type CurrencyData = z.infer<typeof currencyDataSchema>;

/** A page in the menu tree; `permissions` are the keys (`orders.list`) that the signed-in user holds on it. */
export const menuPageSchema = z.object({
  id: z.string(),
  url_name: z.string(),
  component_path: z.string().nullish(),
  title: labelSchema,
  icon: z.string().nullish(),
  index: z.int(),
  redirect: z.string().nullish(),
  is_hidden: z.union([z.literal(0), z.literal(1)]),
  permissions: z.array(z.string()).optional(),
  /** 1: stays a submenu even with a single page in it. */
  always_show: z.union([z.literal(0), z.literal(1)]).optional(),
  /** Address of the item to highlight instead of this page's own, as for a detail page that no menu lists. */
  active_menu: z.string().nullish(),
});
export type MenuPage = z.infer<typeof menuPageSchema>;

/** A top-level entry with its pages, in the order in which they are shown. */
export const menuEntrySchema = menuPageSchema.extend({ children: z.array(menuPageSchema).optional() });
export type MenuEntry = z.infer<typeof menuEntrySchema>;

export const menuTreeSchema = z.array(menuEntrySchema);
export type MenuTree = z.infer<typeof menuTreeSchema>;

export const loginDataSchema = z.object({
  login_token: z.string().regex(TOKEN_PATTERN),
  currency_data: currencyDataSchema,
  routers: menuTreeSchema,
});
export type LoginData = z.infer<typeof loginDataSchema>;

/** GET /vue-element-admin/user/info. The `token` in the query opens nothing by itself. */
export const userInfoSchema = z.object({
  /** The user's, where the server has one to give: names are not unique. */
  id: z.string().optional(),
  roles: z.array(z.string()),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
});
export type UserInfo = z.infer<typeof userInfoSchema>;
