/** The key of a text under `errors.`, and what is put into it. */
export interface Message {
  key: string;
  args?: Record<string, string | number>;
}
