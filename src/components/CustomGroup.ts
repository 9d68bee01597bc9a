import type { ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';

export interface CustomGroupProps {
  /** Name of the resource. */
  resource: string;
  /** Those of the group that the user may see. */
  fields: readonly Field[];
  record: IdentifiedRecord;
}

/** Draws a group of a record page, below its heading. */
export type CustomGroup = (props: CustomGroupProps) => ReactNode;
