/** Thrown if DATABASE_URL is malformed or demands something unsupported. The message never contains the password. */
class DatabaseUrlError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'DatabaseUrlError';
  }
}

/** Scheme, user and password, hosts, database, parameters. */
const FORM = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(\?[^#]*)?$/;

/** Values of libpq's `target_session_attrs` that allow a writable node. */
const WRITING = ['any', 'read-write', 'primary'];

/**
 * Addresses of each host of a database URL, in order. As with libpq, hosts are separated by commas, each with an
 * optional port. `target_session_attrs` is validated and removed, because only a writable host is ever used.
 * @example databaseHosts('postgres://u:p@h1,h2:5433/db') // ['postgres://u:p@h1/db', 'postgres://u:p@h2:5433/db']
 * @throws {DatabaseUrlError} if the URL is malformed, or its `target_session_attrs` demands a read-only node
 */
export function databaseHosts(databaseUrl: string): string[] {
  const [, scheme, user = '', hosts = '', database = '', query = ''] = FORM.exec(databaseUrl) ?? [];
  if (scheme === undefined) throw new DatabaseUrlError('must look like postgres://user:password@host:5432/database');
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !WRITING.includes(wanted)) {
    throw new DatabaseUrlError(
      `target_session_attrs must be read-write or primary (it is ${wanted}): the server writes to its database`,
    );
  }
  parameters.delete('target_session_attrs');
  const others = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  const rest = wanted === null ? query : others;
  return hosts.split(',').map((host) => {
    const address = `${scheme}${user}${host}${database}${rest}`;
    const isMissing = host === '' && hosts !== '';
    if (isMissing || !URL.canParse(address)) {
      throw new DatabaseUrlError(`has an invalid host (${host || 'empty, between two commas'})`);
    }
    return address;
  });
}

/** Why a DATABASE_URL is invalid, or null if it is valid. */
export function urlProblem(databaseUrl: string): string | null {
  try {
    databaseHosts(databaseUrl);
    return null;
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message;
    throw error;
  }
}

/** Host, port and database of an address for messages, without user and password. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return '(its address is not a URL)';
  const { hostname, port, pathname } = new URL(address);
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
}
