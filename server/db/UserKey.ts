/** Identifies a user. */
export interface UserKey {
  merchantId: string;
  userId: string;
}
