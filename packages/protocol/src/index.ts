// Envelope of responses.
export {
  CODE_OK,
  CODE_SESSION_ENDED,
  CONFIRMATION_REQUIRED,
  envelopeOf,
  envelopeSchema,
  errorDataSchema,
  type ErrorData,
} from './envelope.ts';
export {
  CONSOLE_ENVELOPE,
  isMappedPreset,
  isPlainPreset,
  placeBelow,
  toEnvelope,
  WHOLE,
  type Envelope,
} from './envelopeForm.ts';
export { envelopeFormSchema, placeSchema, type EnvelopeForm, type Preset } from './envelopeFormSchema.ts';

// Calls of a list, and of a single record.
export {
  contentRange,
  figureSchema,
  filterSchema,
  listQuerySchema,
  MAX_RANGE,
  MAX_VALUES,
  rangeSchema,
  sortSchema,
  summaryQuerySchema,
  summarySchema,
  MOST_GROUPS,
  PERIODS,
  type Figure,
  type Group,
  type PeriodName,
  type Filter,
  type Range,
  type SortParameter,
  type Summary,
} from './listQuery.ts';
export { exportQuerySchema, type ExportFormat, type ExportQuery } from './exportQuery.ts';
export { amountSchema } from './amount.ts';
export { IMAGE_TYPES, isFileValue, type FileValue } from './fileValue.ts';
export { timelineSchema, type TimelineEntry } from './timeline.ts';
export { deletionEffectSchema, deletionSchema, MOST_ASKED_DELETIONS, type DeletionEffect } from './deletion.ts';
export { IMPORT, OPERATIONS, permissionKey, REVEAL, type Operation } from './permissions.ts';

// Mapping of the verbs of a resource to the calls of another back end.
export { endpointsSchema, type Endpoint, type Endpoints } from './endpoints.ts';
export { toRecord, toRow, valueAtPlace, type Places } from './places.ts';
export {
  ENDPOINT_VARIABLES,
  isKnownVariable,
  uses,
  variableOf,
  type EndpointValues,
  type Templates,
} from './variables.ts';
export { valueAt } from './valueAt.ts';
