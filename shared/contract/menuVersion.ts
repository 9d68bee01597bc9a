/**
 * Header of every response to a signed-in user. Changes whenever the tenant's menu or the user's permissions change, so
 * a client with this version needn't fetch the menu again.
 */
export const MENU_VERSION_HEADER = 'X-Menu-Version';
