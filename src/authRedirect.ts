/** Where the window that opened the pop-up looks for the answer of the third party. */
const KEY = 'x-admin-oauth-code';

/** Ends a sign-in with a third party: leaves its answer, a query, for the window that opened this one. */
export function handOverAuthCode(popUp: Pick<Window, 'localStorage' | 'location' | 'close'>): void {
  popUp.localStorage.setItem(KEY, popUp.location.search.slice(1));
  popUp.close();
}
