/**
 * Header of every answer to somebody signed in: another text whenever the tenant's menu, or what the user may do, has
 * changed. Who knows the menu of this version need not ask for it again.
 */
export const MENU_VERSION_HEADER = 'X-Menu-Version';
