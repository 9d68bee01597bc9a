/** A record as the server returns it. */
export type DeclaredRecord = { readonly id: string } & Readonly<Record<string, unknown>>;

export interface Answer {
  /** HTTP status. */
  status: number;
  /** The envelope's data. */
  data: unknown;
  /** Of a list: the number of all matching records. */
  total: number;
  /** Of a rejection: messages by field. */
  errors: Readonly<Record<string, string>>;
}

/**
 * `owner` may do everything with the resource, `stranger` the same in another tenant. `nobody` has a session without
 * permissions.
 */
export type Role = 'owner' | 'stranger' | 'nobody';

/** A server with the resource, whose users are signed in. */
export interface DeclaredServer {
  /** Makes a call below the resource's own path. */
  send(role: Role, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
}

/** `?filter=…&sort=…&range=…`, each as JSON. */
export function listPath(query: {
  filter?: object;
  sort?: readonly [string, 'ASC' | 'DESC'];
  range?: readonly number[];
}) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
  return `?${search}`;
}
