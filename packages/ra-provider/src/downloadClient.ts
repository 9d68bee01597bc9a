import type { Envelope } from '@merchant-console/protocol';
import { ApiError } from './ApiError.ts';
import { requestHeaders, endSessionOn, type HttpClientConfig } from './httpClient.ts';
import { readEnvelope } from './readEnvelope.ts';
import { startBrowserTimer, withinTime } from './withinTime.ts';

/** Milliseconds without any data after which a download is given up. Its total time isn't limited. */
const SILENCE_MS = 30_000;
const TOTAL_ROWS_HEADER = 'X-Total-Rows';

/** Progress of a download. Unknown values are null. */
export interface DownloadProgress {
  receivedBytes: number;
  /** Rows of a CSV, including the header and the closing row. */
  receivedRows: number | null;
  totalRows: number | null;
}

export interface DownloadedFile {
  /** File name from the server, or null if there is none. */
  name: string | null;
  content: Blob;
}

interface DownloadOptions extends Pick<RequestInit, 'method' | 'body' | 'headers'> {
  signal?: AbortSignal | undefined;
  /** Format of this response, if it differs from the back end's others. */
  envelope?: Envelope | undefined;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** Downloads a file of any size with the session's headers. */
export type DownloadClient = (url: string, options?: DownloadOptions) => Promise<DownloadedFile>;

/**
 * Downloads files without an envelope and without a total time limit, and reports progress. Never returns a partial
 * file.
 *
 * Rejects like the HTTP client: an ApiError with the server's message if it rejects the call, of kind `timeout` after
 * half a minute without data, or of kind `network` if the connection is lost at any point; an AbortError if the caller
 * aborts.
 */
export function createDownloadClient(config: HttpClientConfig): DownloadClient {
  const { fetch, session, startTimer = startBrowserTimer, timeoutMs = SILENCE_MS } = config;
  return async function download(url, { signal, onProgress, envelope = config.envelope, ...request } = {}) {
    const token = session.getToken();
    const headers = requestHeaders(config, token, request);
    headers.set('Accept', '*/*');
    const { response, parts } = await withinTime(
      async (own, restart) => {
        const answer = await fetch(url, { ...request, headers, signal: own });
        return { response: answer, parts: await receive(answer, restart, onProgress) };
      },
      { timeoutMs, startTimer, signal },
    );
    const type = response.headers.get('Content-Type') ?? '';
    const content = new Blob(parts, { type });
    if (response.ok && !type.startsWith('application/json')) {
      return { name: fileNameOf(response.headers.get('Content-Disposition')), content };
    }
    try {
      await readEnvelope(response.status, await content.text(), envelope);
    } catch (error) {
      endSessionOn(error, token, config);
      throw error;
    }
    throw ApiError.unreadable(response.status);
  };
}

/** Reads the body in chunks. */
async function receive(
  { body, headers }: Response,
  restart: () => void,
  onProgress: DownloadOptions['onProgress'],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  if (body === null) return parts;
  const total = headers.get(TOTAL_ROWS_HEADER);
  const totalRows = total !== null && /^\d+$/.test(total) ? Number(total) : null;
  const countRows = headers.get('Content-Type')?.startsWith('text/csv') ? createCsvRowCounter() : () => null;
  const reader = body.getReader();
  let receivedBytes = 0;
  onProgress?.({ receivedBytes, receivedRows: countRows(new Uint8Array()), totalRows });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    restart();
    parts.push(next.value);
    receivedBytes += next.value.length;
    onProgress?.({ receivedBytes, receivedRows: countRows(next.value), totalRows });
  }
  return parts;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Counts the rows of a CSV that arrives in chunks. Line breaks inside quotes don't count. The returned function returns
 * the number of rows so far.
 */
export function createCsvRowCounter(): (piece: Uint8Array) => number {
  let rows = 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) rows += 1;
    }
    return rows;
  };
}

/**
 * File name from a Content-Disposition header: its UTF-8 form (RFC 6266), otherwise the plain one, or null. Any folders
 * are removed, so that the name can't determine where the browser saves the file.
 */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '');
  const name = decoded(encoded) ?? plain?.[1] ?? plain?.[2] ?? '';
  return name.replaceAll(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '') || null;
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
