import { z } from 'zod';
export const placeSchema = z
  .string()
  .regex(/^(\$|[^.\s$][^.\s]*(\.[^.\s]+)*)$/)
  .describe('Path in the response, as names joined by dots, such as data.list; $ is the whole response');

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const conditionSchema = z.strictObject({
  at: placeSchema.describe('Path of the value to compare'),
  in: z.array(value).min(1).describe('Values for which the condition holds'),
});

const errorsSchema = z.union([
  placeSchema.describe('Path of an object with a message per field'),
  z.strictObject({
    at: placeSchema.describe('Path of the list of field errors'),
    field: placeSchema.describe('Path of the field name within an error'),
    message: placeSchema.describe('Path of the message within an error'),
  }),
]);

const ownFormSchema = z.strictObject({
  success: conditionSchema.optional().describe('Condition for success. Default: the HTTP status decides'),
  sessionEnded: conditionSchema.optional().describe('Condition for an ended session. Default: HTTP 401'),
  data: placeSchema.optional().describe('Path of the requested data. Default: $'),
  message: placeSchema.optional().describe('Path of the message for the user. Default: message'),
  errors: errorsSchema.optional().describe('Path of the messages by field. Default: errors'),
});

const presetSchema = z.enum(['console', 'simple-rest', 'json-server', 'json-api', 'hydra']);
/** The back ends whose calls the providers know. */
export type Preset = z.infer<typeof presetSchema>;

/** The format of a back end's responses: a preset, or the place of each part. */
export const envelopeFormSchema = z.union([
  presetSchema.describe(
    'console: { code, msg, data }; simple-rest, json-server, json-api, hydra: the calls of that back end, with HTTP status',
  ),
  ownFormSchema,
]);
export type EnvelopeForm = z.infer<typeof envelopeFormSchema>;
export type OwnForm = z.infer<typeof ownFormSchema>;
