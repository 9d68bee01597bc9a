import { lookup as resolve, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/** `[name, value]` pairs, with the original case of the names. */
type Headers = [name: string, value: string][];

export interface Posted {
  url: URL;
  headers: Headers;
  body: string;
}

interface PostLimits {
  /** From DNS resolution to the last byte, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of the response body, in bytes; the rest isn't read. */
  mostBytes: number;
  /** Allows private addresses, for tests and trials. */
  allowPrivate: boolean;
}

/** The response. */
export interface PostAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** True if the body was longer than `mostBytes`. */
  isCut: boolean;
}

/** Why there is no response. `broken`: the connection failed or was lost. */
export type PostFailure = 'timeout' | 'refused' | 'broken' | 'dns' | 'tls' | 'address_not_public' | 'garbled';

/** Thrown if the address is private. */
class NotPublicError extends Error {}

/**
 * Posts to an external server over a new connection. Resolves the name for this connection and connects only to public
 * addresses, so that DNS can't change between check and connect. Doesn't follow redirects. Never throws.
 */
export async function postPublicly(asked: Posted, limits: PostLimits): Promise<PostAnswer | PostFailure> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    return await exchanged(asked, limits, signal);
  } catch (error) {
    return signal.aborted ? 'timeout' : failureOf(error);
  }
}

function exchanged({ url, headers, body }: Posted, limits: PostLimits, signal: AbortSignal): Promise<PostAnswer> {
  const { allowPrivate, mostBytes } = limits;
  if (!allowPrivate && leadsInside(url.hostname)) return Promise.reject(new NotPublicError());
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: Object.fromEntries(headers),
      agent: false,
      signal,
      ...(!allowPrivate && { lookup: publicLookup }),
    });
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const answer = (isCut: boolean) => {
        request.destroy();
        const { statusCode: status = 0 } = response;
        done({ status, headers: pairs(response.rawHeaders), body: textOf(chunks, mostBytes), isCut });
      };
      response.on('error', fail);
      response.on('end', () => answer(false));
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > mostBytes) answer(true);
      });
    });
    request.end(body);
  });
}

/** Node doesn't call `lookup` for literal addresses, so they need their own check. */
function leadsInside(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** Like `dns.lookup`, without private addresses. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, []);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return callback(new NotPublicError(), []);
    if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

const FAILURES: Readonly<Record<string, PostFailure>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ENODATA: 'dns',
  EAI_FAIL: 'dns',
};
const OF_TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

function failureOf(error: unknown): PostFailure {
  if (error instanceof NotPublicError) return 'address_not_public';
  // All addresses of a name were tried and failed; report the first failure.
  if (error instanceof AggregateError && error.errors.length > 0) return failureOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (OF_TLS.test(code)) return 'tls';
  return code.startsWith('HPE_') ? 'garbled' : (FAILURES[code] ?? 'broken');
}

function pairs(raw: readonly string[]): Headers {
  return raw.flatMap((name, at): Headers => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

/** UTF-8 with replacement characters for invalid bytes. */
function textOf(chunks: readonly Buffer[], mostBytes: number): string {
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
}
