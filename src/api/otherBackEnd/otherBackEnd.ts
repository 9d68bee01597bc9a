import { z } from 'zod';
import { toRow, valueAtPlace } from '@merchant-console/protocol';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import { ApiError, parseWith, type HttpAnswer, type HttpClient } from '@merchant-console/ra-provider';
import type { DeclarationSource } from '@merchant-console/ra-declared';
import { TOKEN_PATTERN } from '@merchant-console/protocol/token';
import { login, logout, menuTree, recordSearch, userInfo } from '#shared/contract/calls.ts';
import {
  runtimeSettingsSchema,
  SUBJECTS,
  type Lack,
  type RuntimeSettings,
  type SignIn,
} from '#shared/contract/runtimeSettings.ts';
import type { UserInfo } from '#shared/contract/session.ts';
import type { SessionStore } from '#console/api/sessionStore.ts';
import { declaredMenu, withoutPages } from './declaredMenu.ts';
import { createUserStore } from './userStore.ts';

/** The console's adaptation to a back end that differs from this project's server. */
export interface OtherBackEnd {
  settings: RuntimeSettings;
  /** What the back end lacks. */
  lacks: ReadonlySet<Lack>;
  /** Leaves out what needs calls that the back end lacks. */
  restrict<Provider extends Restricted>(dataProvider: Provider): Provider;
  /** Wraps the HTTP client, so that it answers calls that the back end lacks, and translates the sign-in. */
  adapt(httpClient: HttpClient, parts: AdaptedParts): HttpClient;
}

/** The methods of the console's dataProvider that are for this project's server alone. */
interface Restricted {
  lacks?: ReadonlySet<Lack>;
  followChanges?: unknown;
  getNames?: unknown;
  exportInBackground?: unknown;
  getOwnPasswords?: unknown;
}

interface AdaptedParts {
  browser: Pick<Window, 'localStorage'> & {
    location: Pick<Location, 'pathname' | 'search'>;
    history: Pick<History, 'replaceState'>;
  };
  session: SessionStore;
  /** Reads a declaration. Not called before the first sign-in or request of the menu. */
  getDeclaration: DeclarationSource;
  /** Called after the session has ended because its time is over. */
  onSessionEnded: (message: string) => void;
}

/** Token of a console without sign-in. */
const NO_TOKEN = 'none'.padEnd(32, '-');

/**
 * Reads the settings of a deployment with another back end.
 * @throws {SyntaxError | ZodError} if they are invalid
 */
export function readOtherBackEnd(settingsText: string): OtherBackEnd {
  const settings = runtimeSettingsSchema.parse(JSON.parse(settingsText));
  const lacks = new Set<Lack>(SUBJECTS.filter((one) => !settings.calls.includes(one)));
  if (settings.signIn === 'none') lacks.add('signIn');
  const restrict = <Provider extends Restricted>(dataProvider: Provider): Provider => {
    const restricted = { ...dataProvider, lacks };
    if (lacks.has('events')) delete restricted.followChanges;
    if (lacks.has('account')) for (const name of ['getNames', 'getOwnPasswords'] as const) delete restricted[name];
    if (lacks.has('notifications')) delete restricted.exportInBackground;
    return restricted;
  };
  return { settings, lacks, restrict, adapt: (client, parts) => adapted(client, { ...parts, settings, lacks }) };
}

const credentialsSchema = z.object({ username: z.string(), password: z.string(), totp_code: z.string().optional() });
const signedInSchema = z.looseObject({ routers: z.unknown() });
const userSchema = z.looseObject({});

interface Adaptation extends AdaptedParts, Pick<OtherBackEnd, 'settings' | 'lacks'> {}

function adapted(httpClient: HttpClient, adaptation: Adaptation): HttpClient {
  const { settings, lacks, session, browser, getDeclaration, onSessionEnded } = adaptation;
  const { apiBase, signIn, menu, notice } = settings;
  const users = createUserStore(browser.localStorage, session, onSessionEnded);
  if (settings.home !== null) openFirst(settings.home, browser, session);

  /** The pages of the menu: the declared resources, or the back end's tree. */
  async function menuOf(tree: () => Promise<unknown>): Promise<unknown> {
    return withoutPages(menu === null ? await tree() : await declaredMenu(menu, getDeclaration), {
      ...settings,
      lacks,
    });
  }

  /** The data of a sign-in by another call, or without one. */
  async function signedIn(options: RequestInit): Promise<unknown> {
    const { username, ...values } = credentialsSchema.parse(jsonOf(textOf(options.body)));
    const user =
      signIn === null || signIn === 'none'
        ? { token: NO_TOKEN, name: username, expires: null }
        : userIn(signIn, await sendSignIn(signIn, { username, ...values }, options));
    const headers = { Authorization: `Bearer ${user.token}`, [settings.tokenHeader]: user.token };
    const routers = await menuOf(async () => (await httpClient(apiBase + menuTree.path, { headers })).json);
    users.save({ ...user, name: user.name ?? username });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const currency = { currency: settings.currency, is_divide_hundred: 1 as const, time_zone: timeZone };
    return { login_token: user.token, currency_data: currency, routers };
  }

  function sendSignIn(
    { path, fields }: SignIn,
    values: z.output<typeof credentialsSchema>,
    options: RequestInit,
  ): Promise<HttpAnswer> {
    return httpClient(`${apiBase}/${path}`, { ...options, body: JSON.stringify(toRow(values, fields)) });
  }

  /** The user as far as it is known without a call. */
  const user = (): UserInfo => {
    const name = users.name();
    return { id: name === '' ? 'user' : name, roles: ['user'], name, avatar: '', introduction: '' };
  };

  const answers: Record<string, (ask: () => Promise<HttpAnswer>, options: RequestInit) => Promise<unknown>> = {
    async [login.path](ask, options) {
      if (signIn !== null) return signedIn(options);
      const { status, json } = await ask();
      const data = parseWith(signedInSchema, json, status);
      return { ...data, routers: await menuOf(async () => data.routers) };
    },
    [logout.path]: async (ask) => (lacks.has('logout') ? null : (await ask()).json),
    [userInfo.path]: async (ask) => ({
      ...(lacks.has('user') ? user() : userSchema.parse((await ask()).json)),
      ...(notice !== null && { notice }),
      lacks: [...lacks],
    }),
    [menuTree.path]: (ask) => menuOf(async () => (await ask()).json),
    [recordSearch.path]: async (ask) => (lacks.has('search') ? [] : (await ask()).json),
  };

  return async (url, options = {}) => {
    const ask = () => httpClient(url, options);
    const answer = url.startsWith(apiBase) ? answers[url.slice(apiBase.length).replace(/\?.*/, '')] : undefined;
    if (!answer) return ask();
    return { status: 200, headers: new Headers(), body: '', json: await answer(ask, options) };
  };
}

/** Opens the deployment's first page in place of `/`, now and after a sign-in. Must subscribe before the entrance does. */
function openFirst(home: string, { location, history }: AdaptedParts['browser'], session: SessionStore): void {
  const look = () => {
    if (location.pathname === '/') history.replaceState(null, '', home);
    if (location.pathname === '/login' && !new URLSearchParams(location.search).has('redirect') && session.getToken())
      history.replaceState(null, '', home);
  };
  look();
  session.subscribe(look);
}

const textOf = (body: RequestInit['body']) => (typeof body === 'string' ? body : '');

/**
 * The user in the response to a sign-in.
 * @throws {ApiError} if there is no token that could be sent
 */
function userIn({ path, answer }: SignIn, { body }: HttpAnswer) {
  const whole = jsonOf(body);
  const at = (place: string | undefined) => (place === undefined ? undefined : valueAtPlace(whole, place));
  const [token, name, expires] = [at(answer.token), at(answer.name), at(answer.expires)];
  if (typeof token !== 'string' || !TOKEN_PATTERN.test(token))
    throw ApiError.misplaced({ resource: 'signIn', verb: path, place: answer.token });
  return { token, name: typeof name === 'string' && name !== '' ? name : null, expires: endOf(expires) };
}

/** Numbers below are seconds from now, others seconds since 1970, or milliseconds if they are very large. */
const SINCE_1970 = 1_000_000_000;
const MILLISECONDS = 100_000_000_000;

/** The end of a session in milliseconds since 1970, or null if the value names none. */
export function endOf(expires: unknown, now = Date.now()): number | null {
  const number = typeof expires === 'string' && /^\d+$/.test(expires) ? Number(expires) : expires;
  if (typeof number === 'number')
    return number < SINCE_1970 ? now + number * 1000 : number < MILLISECONDS ? number * 1000 : number;
  const time = typeof number === 'string' ? Date.parse(number) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
