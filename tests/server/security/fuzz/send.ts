import http from 'node:http';
import { envelopeSchema, errorDataSchema } from '@merchant-console/protocol';
import type { FuzzedRequest } from './arbitraryRequest.ts';

/** How long a response may take on a busy machine, in milliseconds. */
const PATIENCE = 30_000;

export interface Answer {
  status: number;
  type: string;
  body: string;
}

/** @throws {Error} if the response is missing or incomplete */
export function send(port: number, agent: http.Agent, asked: FuzzedRequest, token: string | null): Promise<Answer> {
  const { method, target, body } = asked;
  const headers = { ...(token === null ? {} : { 'x-token': token }), ...asked.headers };
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      agent,
      method,
      path: target,
      headers: { ...headers },
      timeout: PATIENCE,
    };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: given } = response;
        resolve({
          status: statusCode,
          type: given['content-type'] ?? '',
          body: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE} ms`)));
    request.on('error', reject);
    request.end(method === 'GET' || method === 'HEAD' ? undefined : (body ?? undefined));
  });
}

/** The fault of a response, whatever was requested, or null if it has none. */
export function faultOf({ method }: FuzzedRequest, isDownload: boolean, { status, type, body }: Answer): string | null {
  if (status >= 500) return `${status}: ${body}`;
  if (method === 'HEAD') return null;
  const isGood = status >= 200 && status < 300;
  if (isGood && isDownload && !type.startsWith('application/json')) return null;
  const envelope = envelopeSchema.safeParse(parsed(body));
  if (!envelope.success) return `not the envelope: ${status} ${type} ${body.slice(0, 500)}`;
  const { code, msg, data } = envelope.data;
  if (isGood) return code === 0 ? null : `${status} with the code ${code}`;
  const expected = status === 401 ? [400, 40_100] : [status * 100];
  if (!expected.includes(code) || msg === '') return `${status} with the code ${code} and the message ${msg}`;
  return errorDataSchema.safeParse(data).success ? null : `not the data of an error: ${JSON.stringify(data)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
