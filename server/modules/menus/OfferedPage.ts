import type { Label } from '#shared/i18n/label.ts';

/** A page that an entry of a menu can show. */
export interface OfferedPage {
  component_path: string;
  title: Label;
  is_resource: boolean;
  /** Keys that users of the tenant can hold on it. */
  permissions: string[];
}
