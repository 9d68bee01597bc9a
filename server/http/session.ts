/** The signed-in user of a request, with what the user may do at this very moment. */
export interface Session {
  id: string;
  merchantId: string;
  userId: string;
  permissions: ReadonlySet<string>;
}

/** Finds the live session of a token, or throws SessionEndedError. */
export type Authenticate = (token: string) => Promise<Session>;
