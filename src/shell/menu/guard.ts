import { segmentsOf } from './address.ts';
import type { Place } from './resolveAddress.ts';

type Verdict = { kind: 'allow' } | { kind: 'redirect'; to: string };

const LOGIN = 'login';
const AUTH_REDIRECT = 'auth-redirect';
const ENROLMENT_HASH = '#enrol=';

/**
 * Who may be at an address. Without a token only the login page and /auth-redirect open, everything else leads to the
 * login page, which remembers the full path. With a token the login page leads on to where a sign-in there would, but
 * for an invitation: that is for somebody who has no session yet, whoever used this browser before.
 */
export function guard({ place, hasToken }: { place: Place; hasToken: boolean }): Verdict {
  if (isAuthRedirect(place)) return { kind: 'allow' };
  if (isAt(place, LOGIN)) {
    const passes = hasToken && enrolmentTokenOf(place) === null;
    return passes ? { kind: 'redirect', to: addressAfterSignIn(place.search) } : { kind: 'allow' };
  }
  return hasToken ? { kind: 'allow' } : { kind: 'redirect', to: loginAddress(place) };
}

/** The address that a third party's sign-in comes back to; it shows nothing. */
export function isAuthRedirect(place: Place): boolean {
  return isAt(place, AUTH_REDIRECT);
}

/** Token of an invitation, under whose link an invited user sets password and authenticator: `/login#enrol=<token>`. */
export function enrolmentTokenOf(place: Place): string | null {
  const { hash } = place;
  return isAt(place, LOGIN) && hash.startsWith(ENROLMENT_HASH) ? hash.slice(ENROLMENT_HASH.length) : null;
}

function isAt({ pathname }: Place, segment: string): boolean {
  const [first, ...others] = segmentsOf(pathname);
  return first === segment && others.length === 0;
}

/** The login page, with the way back. */
export function loginAddress(place: Place): string {
  const fullPath = place.pathname + place.search + place.hash;
  return fullPath === '/' ? `/${LOGIN}` : `/${LOGIN}?redirect=${encodeURIComponent(fullPath)}`;
}

/** Any origin does: it is there to see which addresses leave it. */
const ORIGIN = 'http://console.invalid';

/**
 * Where a sign-in leads: the `redirect` of the login page's query, or `/`, with the query's other values carried over.
 * Only paths of this console are followed, and not back to the login page. `//host`, `/\host`, and forms that a browser reads as these, count as `/`.
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
