import { generate } from 'otplib';
import { z } from 'zod';
import { loginDataSchema } from '#shared/contract/session.ts';
import type { Db } from '#server/db/connect.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { startTypeScript, type StartedProcess } from './startedProcess.ts';
import { demoDatabase, TEST_KEY } from './world.ts';

/** Makes a JSON call to a server. */
export type Caller = (path: string, options?: { method?: string; token?: string; body?: object }) => Promise<Response>;

/** The server in its own process, on PostgreSQL with the demo's tenants. */
export interface DemoServer {
  process: StartedProcess;
  /** Address of its console. */
  url: string;
  db: Db;
  environment: Readonly<Record<string, string>>;
  call: Caller;
  signIn(username: string): Promise<string>;
  /** Drops its database. Call it after the server has exited. */
  remove(): Promise<void>;
}

export async function startDemoServer(more: Readonly<Record<string, string>> = {}): Promise<DemoServer> {
  const { db, options, remove } = await demoDatabase('postgres');
  // Whether the demo's notification is due would depend on the date, and its result on the network.
  await db.kysely.deleteFrom('notify_jobs').execute();
  const environment = {
    DATABASE_URL: options.databaseUrl ?? '',
    DATA_KEY: TEST_KEY.toString('hex'),
    DEMO: '0',
    SANDBOX_CHANNEL: 'allow',
    ...more,
  };
  const server = startTypeScript('server/main.ts', environment);
  await server.prints(/Channels {2}/);
  const url = server.address();
  const call = callerOf(url);
  return {
    process: server,
    url,
    db,
    environment,
    call,
    remove,
    async signIn(username) {
      const body = await signInBody(username);
      const answer = await call('/prod-api/login', { method: 'POST', body });
      return z.object({ data: loginDataSchema }).parse(await answer.json()).data.login_token;
    },
  };
}

export function callerOf(url: string): Caller {
  return (path, { method = 'GET', token, body } = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { 'x-token': token, authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** The sign-in body of a demo user with the current code. Each code works only once. */
export async function signInBody(username: string) {
  return { username, password: DEMO_PASSWORD, totp_code: await generate({ secret: DEMO_TOTP_SECRET }) };
}
