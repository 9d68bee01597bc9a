/** Where and as whom emails are sent. */
export interface MailSettings {
  server: SmtpServer;
  from: MailAddress;
}

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  /** Null if the mail server asks for none. */
  auth: { user: string; pass: string } | null;
}

export interface MailAddress {
  /** '' if there is none. */
  name: string;
  address: string;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 };

/** A host name, or an IPv6 address in brackets. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i;

/** Reads `smtps://user:password@host:port`, or returns null if it isn't such an address. */
export function smtpServerOf(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const defaultPort = DEFAULT_PORTS[protocol];
  const [user, pass] = [decoded(username), decoded(password)];
  if (defaultPort === undefined || !HOST.test(hostname) || !['', '/'].includes(pathname) || search || hash) return null;
  if (user === null || pass === null || (user === '') !== (pass === '')) return null;
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? defaultPort : Number(port),
    isSecure: protocol === 'smtps:',
    auth: user === '' ? null : { user, pass },
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i;

/** `Name <address>` or `"Name" <address>`, without control characters. */
const NAMED = /^("?)([^"<>\\\p{C}]*)\1 *<([^<>]+)>$/u;

/** Reads an address, alone or after a name, or returns null if it isn't one. */
export function senderOf(text: string): MailAddress | null {
  const [, , name = '', address = text] = NAMED.exec(text) ?? [];
  return ADDRESS.test(address) ? { name: name.trim(), address } : null;
}
