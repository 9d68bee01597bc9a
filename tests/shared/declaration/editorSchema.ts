import { Ajv } from 'ajv';
import { resourceJsonSchema } from '#server/cli/resources/resourceJsonSchema.ts';

/** True if an editor with the schema would report nothing. Zod gives dates a pattern in addition to their format. */
export const editorAccepts = new Ajv({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  formats: { date: true },
}).compile(resourceJsonSchema());
