/** Key of a text below `errors.` and its arguments. */
export interface Message {
  key: string;
  args?: Record<string, string | number>;
}
