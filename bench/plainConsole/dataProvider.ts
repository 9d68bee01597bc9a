import { fetchUtils } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import { token } from './token.ts';

interface Answer {
  status: number;
  headers: Headers;
  body: string;
  json: { data: unknown };
}

/** Adds the token and unwraps the server's envelope. */
async function httpClient(url: string, options: fetchUtils.Options = {}) {
  const user = { authenticated: true, token: `Bearer ${token.get()}` };
  const answer: Answer = await fetchUtils.fetchJson(url, { ...options, user });
  return { ...answer, json: answer.json.data };
}

export const dataProvider = simpleRestProvider('/prod-api', httpClient);
