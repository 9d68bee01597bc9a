import { valueAt } from '@merchant-console/protocol';
import { dashboardSchema, declarationSchema } from '../../declarationSchema.ts';

/** The schema that a file must match. A `kind` of any value shows that it was meant to be a dashboard. */
export function schemaOf(value: unknown): typeof declarationSchema | typeof dashboardSchema {
  return valueAt(value, ['kind']) === undefined ? declarationSchema : dashboardSchema;
}
