import { Ajv } from 'ajv';
import { resourceJsonSchema } from '@merchant-console/declaration/node';

/** True if an editor with the schema would report nothing. Zod gives dates a pattern in addition to their format. */
export const editorAccepts = new Ajv({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  formats: { date: true },
}).compile(resourceJsonSchema());
