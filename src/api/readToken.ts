import { TOKEN_PATTERN } from '#shared/contract/tokenPattern.ts';

export const TOKEN_COOKIE = 'Admin-Token';
/** Of local storage; written and removed with the token, so that other tabs hear of it. */
export const MENU_KEY = 'roles';

/** The session's token, or null without one that could be sent. Apart, because the login page asks before Zod is there. */
export function readToken(cookies: { get(name: string): string | undefined }): string | null {
  const token = cookies.get(TOKEN_COOKIE);
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : null;
}
