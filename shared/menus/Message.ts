import type { Label } from '@merchant-console/declaration';

/** Key of a text below `errors.` and its arguments. */
export interface Message {
  key: string;
  args?: Record<string, string | number>;
  /** The text itself, if an administrator wrote it. */
  label?: Label;
}
