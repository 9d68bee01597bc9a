import { createHash, randomBytes } from 'node:crypto';
import { secondsInDay } from 'date-fns/constants';
import { addDays } from 'date-fns/addDays';
import { type RawBuilder, sql } from 'kysely';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import { later } from '#server/db/later.ts';
import type { Tx } from '#server/db/schema.ts';
import type { UserKey } from '#server/db/tenants.ts';
import { API_BASE } from '#server/http/router.ts';

/** Days after the last sign-in from it during which a device or network is known. */
const KNOWN_DAYS = { device: 90, network: 30 } as const;

/** Known devices, and known networks, of a user; the oldest are forgotten. This bounds the guesses at one username. */
const MOST_KNOWN = 10;

const COOKIE = 'known_device';
const TOKEN_BYTES = 32;
const IN_COOKIES = new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]{43})(?=;|$)`);

/** The token in a browser's cookies, or null. It lets nobody in: it only decides which failures count. */
export function deviceIn(cookies: string | undefined): string | null {
  return IN_COOKIES.exec(cookies ?? '')?.[1] ?? null;
}

export const newDevice = () => randomBytes(TOKEN_BYTES).toString('base64url');

export const deviceHash = (token: string) => createHash('sha256').update(token).digest('hex');

/** The header that stores the token in the browser. No page can read it, and it is sent with sign-ins only. */
export function deviceCookie(token: string, { isHttps }: { isHttps: boolean }): string {
  const lasts = KNOWN_DAYS.device * secondsInDay;
  const attributes = [`Path=${API_BASE}/login`, `Max-Age=${lasts}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${COOKIE}=${token}`, ...attributes, ...(isHttps ? ['Secure'] : [])].join('; ');
}

/** SQL condition: the user has signed in from this origin before. */
export function knows(
  { merchantId, userId }: UserKey,
  kind: keyof typeof KNOWN_DAYS,
  origin: string | null,
  now: Date,
): RawBuilder<boolean> {
  // A condition that is never true keeps Citus from seeing whose rows these are.
  if (origin === null) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from known_origins k
    where k.merchant_id = ${merchantId} and k.user_id = ${userId}
      and k.kind = ${kind} and k.origin = ${origin} and k.expires_at > ${now})`;
}

/** Records where a user has signed in, in the transaction of the sign-in, which has locked the tenant. */
export async function rememberOrigins(
  tx: Tx,
  { merchantId, userId }: UserKey,
  origins: Readonly<Record<keyof typeof KNOWN_DAYS, string>>,
  at: Date,
): Promise<void> {
  const until = (kind: keyof typeof KNOWN_DAYS) => addDays(at, KNOWN_DAYS[kind]);
  const remember = sql`
    with ranked as (
      select kind, origin, row_number() over (partition by kind order by expires_at desc, origin) as place
      from known_origins
      where merchant_id = ${merchantId} and user_id = ${userId} and origin not in (${origins.device}, ${origins.network})
    ), forgotten as (
      delete from known_origins k using ranked r
      where k.merchant_id = ${merchantId} and k.user_id = ${userId} and k.kind = r.kind and k.origin = r.origin
        and r.place >= ${MOST_KNOWN}
    )
    insert into known_origins (merchant_id, user_id, kind, origin, expires_at)
    values (${merchantId}, ${userId}, 'device', ${origins.device}, ${until('device')}),
      (${merchantId}, ${userId}, 'network', ${origins.network}, ${until('network')})
    on conflict (merchant_id, user_id, kind, origin) do update set expires_at = excluded.expires_at`;
  await later(tx, remember);
}

/** Deletes expired devices and networks. Runs hourly. */
export async function forgetOrigins(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await forgetRows(db, 'known_origins', { key: ['user_id', 'kind', 'origin'], isOld: sql`old.expires_at < ${now}` });
}
