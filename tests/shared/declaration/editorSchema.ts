import { Ajv } from 'ajv';
import { resourceJsonSchema } from '#server/cli/resources/resourceJsonSchema.ts';

/** Whether an editor that has the schema would find nothing wrong. Zod gives days a pattern beside their format. */
export const editorAccepts = new Ajv({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  formats: { date: true },
}).compile(resourceJsonSchema());
