import type { Envelope } from '#shared/contract/envelopeForm.ts';
import { ApiError } from './ApiError.ts';
import { requestHeaders, endSessionOn, type HttpClientConfig } from './httpClient.ts';
import { readEnvelope } from './readEnvelope.ts';
import { startBrowserTimer, withinTime } from './withinTime.ts';

/** A file may take its time, but a server that sends nothing at all for so long has gone. */
const SILENCE_MS = 30_000;
const TOTAL_ROWS_HEADER = 'X-Total-Rows';

/** How far a download is. What is not known is null. */
export interface DownloadProgress {
  receivedBytes: number;
  /** Of a CSV: its header and its closing row count as rows too. */
  receivedRows: number | null;
  totalRows: number | null;
}

export interface DownloadedFile {
  /** As the server names it; null when it doesn't. */
  name: string | null;
  content: Blob;
}

interface DownloadOptions extends Pick<RequestInit, 'method' | 'body' | 'headers'> {
  signal?: AbortSignal | undefined;
  /** Of this answer, if it has another than the back end's others. */
  envelope?: Envelope | undefined;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** Fetches a file of any size with the session's headers. */
export type DownloadClient = (url: string, options?: DownloadOptions) => Promise<DownloadedFile>;

/**
 * The way to files, beside the HTTP client: no envelope around what comes, no limit to the whole time, and news of how
 * far it is. A file is whole or there is none.
 *
 * The client rejects as the HTTP client does: ApiError in the server's words when it refuses, of kind `timeout` after
 * half a minute without a byte, `network` when the connection is cut at any point; AbortError when the caller aborts.
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
      readEnvelope(response.status, await content.text(), envelope);
    } catch (error) {
      endSessionOn(error, token, config);
      throw error;
    }
    throw ApiError.unreadable(response.status);
  };
}

/** The body in pieces, as they come. */
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

/** Counts the rows of a CSV that comes in pieces; a line break inside quotes ends none. Gives the rows so far. */
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
 * The file's name in a Content-Disposition header: its UTF-8 form (RFC 6266), else its plain one; null when there is
 * none. Without any folder: a name is not to choose where a browser puts the file.
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
