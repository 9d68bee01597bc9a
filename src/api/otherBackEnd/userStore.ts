import { z } from 'zod';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import type { SessionStore } from '#console/api/sessionStore.ts';

const KEY = 'signed-in-user';
/** Timers of browsers are 32 bits of milliseconds, and stand still while the computer sleeps. */
const LOOKS_EVERY_MS = 60_000;

const userSchema = z.object({
  token: z.string(),
  name: z.string(),
  /** Milliseconds since 1970, or null for a session that only the back end ends. */
  expires: z.number().nullable(),
});
type User = z.infer<typeof userSchema>;

/**
 * Keeps what the response to a sign-in said about the user, and ends the session when its time is over.
 * @param onEnded called with the key of the message to show, after the session was ended
 */
export function createUserStore(storage: Storage, session: SessionStore, onEnded: (message: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The user of the current session, or null. */
  function read(): User | null {
    const user = userSchema.safeParse(jsonOf(storage.getItem(KEY))).data;
    return user && user.token === session.getToken() ? user : null;
  }

  function endOnTime(): void {
    clearTimeout(timer);
    const expires = read()?.expires ?? null;
    if (expires === null) return;
    const left = expires - Date.now();
    if (left > 0) {
      timer = setTimeout(endOnTime, Math.min(left, LOOKS_EVERY_MS));
      return;
    }
    session.clear();
    onEnded('login.session_ended');
  }

  session.subscribe(endOnTime);
  // Not before the caller knows everything that the end of a session needs.
  timer = setTimeout(endOnTime);

  return {
    name: () => read()?.name ?? '',
    save: (user: User) => storage.setItem(KEY, JSON.stringify(user)),
  };
}
