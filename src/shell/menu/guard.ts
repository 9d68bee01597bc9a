import { segmentsOf } from './address.ts';
import type { Place } from './resolveAddress.ts';

type Verdict = { kind: 'allow' } | { kind: 'redirect'; to: string };

const LOGIN = 'login';
const AUTH_REDIRECT = 'auth-redirect';
const ENROLMENT_HASH = '#enrol=';

/**
 * Decides whether an address may be opened. Without a token, only the login page and /auth-redirect open. All others
 * redirect to the login page, which remembers the full path. With a token, the login page redirects to where a sign-in
 * would lead. An invitation still opens, because it is for a user who has no session yet.
 */
export function guard({ place, hasToken }: { place: Place; hasToken: boolean }): Verdict {
  if (isAuthRedirect(place)) return { kind: 'allow' };
  if (isAt(place, LOGIN)) {
    const passes = hasToken && enrolmentTokenOf(place) === null;
    return passes ? { kind: 'redirect', to: addressAfterSignIn(place.search) } : { kind: 'allow' };
  }
  return hasToken ? { kind: 'allow' } : { kind: 'redirect', to: loginAddress(place) };
}

/** True at the address that a third party's sign-in returns to. It shows nothing. */
export function isAuthRedirect(place: Place): boolean {
  return isAt(place, AUTH_REDIRECT);
}

/**
 * Token of an invitation link (`/login#enrol=<token>`), where an invited user sets password and authenticator, or null.
 */
export function enrolmentTokenOf(place: Place): string | null {
  const { hash } = place;
  return isAt(place, LOGIN) && hash.startsWith(ENROLMENT_HASH) ? hash.slice(ENROLMENT_HASH.length) : null;
}

function isAt({ pathname }: Place, segment: string): boolean {
  const [first, ...others] = segmentsOf(pathname);
  return first === segment && others.length === 0;
}

/** Address of the login page that leads back to `place`. */
export function loginAddress(place: Place): string {
  // As `//host` it would not be followed after the sign-in.
  const fullPath = place.pathname.replace(/^[/\\]+/, '/') + place.search + place.hash;
  return fullPath === '/' ? `/${LOGIN}` : `/${LOGIN}?redirect=${encodeURIComponent(fullPath)}`;
}

/** Any origin works. It only shows which addresses leave it. */
const ORIGIN = 'http://console.invalid';

/**
 * Address that a sign-in leads to: `redirect` of the login page's query, or `/`, with the query's other values
 * appended. Follows only paths of this console, and not back to the login page. `//host`, `/\host`, and forms that a
 * browser reads as these, count as `/`.
 */
export function addressAfterSignIn(search: string): string {
  const query = new URLSearchParams(search);
  const target = ownAddress(query.get('redirect') ?? '/');
  query.delete('redirect');
  for (const [name, value] of query) target.searchParams.append(name, value);
  return target.pathname + target.search + target.hash;
}

function ownAddress(path: string): URL {
  const home = new URL('/', ORIGIN);
  if (!path.startsWith('/') || !URL.canParse(path, ORIGIN)) return home;
  const url = new URL(path, ORIGIN);
  const leaves = url.origin !== ORIGIN || url.pathname.startsWith('//');
  return leaves || isAt(url, LOGIN) ? home : url;
}
