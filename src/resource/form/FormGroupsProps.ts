import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import type { FormMode } from './formGroups.ts';

/** What a form's cards and its tabs are both given. */
export interface FormGroupsProps {
  groups: readonly FieldGroup[];
  /** All of the groups' fields. */
  fields: readonly Field[];
  mode: FormMode;
  disabled: boolean;
  /** The tab in front, where there are tabs. */
  tab: number;
  onTab(tab: number): void;
}
