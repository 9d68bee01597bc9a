export interface RolePreview {
  roleId: string;
  /** Null: the role has been deleted since. */
  roleName: string | null;
}

/** The signed-in user of a request, with what the user may do at this very moment. */
export interface Session {
  id: string;
  merchantId: string;
  userId: string;
  permissions: ReadonlySet<string>;
  /** Another one whenever the menu that the user sees may be another. */
  menuVersion: string;
  /** The role as which the user looks at the console, and then may only read; null: as themselves. */
  preview: RolePreview | null;
}

/**
 * Finds the live session of a token, or throws SessionEndedError.
 * @param options.keepsAlive whether the request shows that somebody is there, so that the session does not idle out
 */
export type Authenticate = (token: string, options: { keepsAlive: boolean }) => Promise<Session>;
