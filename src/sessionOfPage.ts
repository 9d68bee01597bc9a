import type { SessionStore } from './api/sessionStore.ts';
import { abortError } from './api/withinTime.ts';
import type { Entrance } from './entrance.ts';

/**
 * The session as calls see it. A page drawn for one session never speaks for another: when somebody has signed out or
 * in meanwhile, in another tab, the page becomes what the present session opens, and the call is called off.
 */
export function sessionOfPage(
  session: Pick<SessionStore, 'getToken' | 'clear'>,
  entrance: Pick<Entrance, 'getScreen' | 'look'>,
): Pick<SessionStore, 'getToken' | 'clear'> {
  return {
    clear: session.clear,
    getToken() {
      const token = session.getToken();
      const screen = entrance.getScreen();
      if (screen.name !== 'console' || screen.token === token) return token;
      entrance.look();
      throw abortError('The session of this page is over');
    },
  };
}
