/** A message as a mail program shows it. */
export interface ReadMail {
  /** Decoded headers by name in lower case; a repeated header has several values. */
  headers: Map<string, string[]>;
  text: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

interface Part {
  headers: Map<string, string[]>;
  body: string;
}

/** Reads a message with a text and attachments. @param raw the message in Latin-1 */
export function readMail(raw: string): ReadMail {
  const whole = partOf(raw);
  const parts = partsOf(whole);
  const [text, ...files] = parts;
  if (!text) throw new Error('the message has no text');
  return {
    headers: whole.headers,
    text: bytesOf(text).toString('utf8').replaceAll('\r\n', '\n'),
    attachments: files.map((part) => ({
      name: /filename="?([^";]+)"?/.exec(first(part, 'content-disposition'))?.[1] ?? '',
      type: first(part, 'content-type').split(';')[0] ?? '',
      content: bytesOf(part),
    })),
  };
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), wordsOf(line.slice(colon + 1).trim())]);
  }
  return { headers, body: raw.slice(end + 4) };
}

/** The parts of a multipart message, or the message itself. */
function partsOf(whole: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(first(whole, 'content-type'))?.[1];
  if (boundary === undefined) return [whole];
  return whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.slice(2)));
}

const first = ({ headers }: Part, name: string) => headers.get(name)?.[0] ?? '';

function bytesOf(part: Part): Buffer {
  const encoding = first(part, 'content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(part.body, 'base64');
  return encoding === 'quoted-printable' ? quotedPrintable(part.body) : Buffer.from(part.body, 'latin1');
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replaceAll('=\r\n', '');
  return Buffer.from(
    joined.replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Decodes the encoded words of a header (RFC 2047). */
function wordsOf(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : quotedPrintable(word.replaceAll('_', ' '))).toString(
        'utf8',
      ),
    );
}
