/** A record as the server gives it. */
export type DeclaredRecord = { readonly id: string } & Readonly<Record<string, unknown>>;

export interface Answer {
  /** HTTP's */
  status: number;
  /** What the envelope carries. */
  data: unknown;
  /** Of a list: how many records there are in all. */
  total: number;
  /** Of a refusal: messages by field. */
  errors: Readonly<Record<string, string>>;
}

/** `owner` may do everything with the resource; `stranger` the same in another tenant; `nobody` is signed in and may do nothing. */
export type Role = 'owner' | 'stranger' | 'nobody';

/** A server that has the resource, with its users signed in. */
export interface DeclaredServer {
  /** Sends a call below the resource's own path. */
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
