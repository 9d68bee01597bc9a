import { TOKEN_PATTERN } from '@merchant-console/protocol/token';

export const TOKEN_COOKIE = 'Admin-Token';
/** Local storage key of the menu. Written and removed together with the token, so that other tabs are notified. */
export const MENU_KEY = 'roles';

/**
 * The session's token, or null if there is none that could be sent. A
 * module of its own, for a login page that doesn't load Zod.
 */
export function readToken(cookies: { get(name: string): string | undefined }): string | null {
  const token = cookies.get(TOKEN_COOKIE);
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : null;
}
