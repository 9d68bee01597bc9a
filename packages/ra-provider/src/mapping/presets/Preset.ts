import type { Endpoint, Endpoints, Envelope, Places } from '@merchant-console/protocol';

/** What a filter appends to a field's name; '' is equality. */
export type Condition = '' | '_gte' | '_lte' | '_gt' | '_lt' | '_like' | '_neq';
export type Parameters = [name: string, value: string][];
export type Values = Readonly<Record<string, unknown>>;

/** What a preset needs to know of a resource. */
export interface PresetContext {
  /** Its name in react-admin. */
  resource: string;
  /** Path of its records below the API base. */
  path: string;
  apiBase: string;
  /** Paths of the resources that its fields refer to, by source. */
  references: ReadonlyMap<string, string>;
  /** The back end's names of its fields for days and times. */
  times: ReadonlySet<string>;
}

/** The calls of a kind of back end for one resource. */
export interface Preset {
  endpoints: { [V in 'list' | 'show' | 'create' | 'update' | 'delete']: Endpoint<V> };
  /** True if a list can be asked for several records by their IDs. */
  listsByIds: boolean;
  /**
   * Query parameters of a list for a condition, or null if the back end has none.
   * @param name the back end's name of the field
   */
  condition(name: string, kind: Condition, values: readonly string[]): Parameters | null;
  /** Query parameters of a list for its order, besides those of `endpoints`. */
  order(name: string, direction: unknown): Parameters;
  /** Where messages are, if not where bare rows have them. */
  messages?: Pick<Envelope, 'message' | 'errors'>;
  /** Null if requests and responses contain bare rows. */
  documents: Documents | null;
}

/** Converts between records and what the back end sends and accepts. */
export interface Documents {
  /** Media type of requests; responses are requested in the first. */
  mediaType(method: string): string;
  /**
   * A response with flat rows at the places of `endpoints`.
   * @param query parameters of the request
   * @throws {ApiError} for parameters that the back end has ignored
   */
  read(document: unknown, verb: keyof Endpoints, query: URLSearchParams): unknown;
  /** A record whose references are IDs. */
  record<R extends Values>(record: R): R;
  /** @returns the body of a request that stores the record */
  write(record: Values, places: Places): Values;
  /** The back end's name of the field in a message, such as `title` for a pointer to it. */
  fieldOf(pointer: string): string;
}

/** The ID in a reference, or null for none. */
export function idText(id: unknown): string | null {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}
