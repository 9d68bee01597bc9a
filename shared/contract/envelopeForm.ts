import { z } from 'zod';
import { CODE_OK, CODE_SESSION_ENDED } from './envelope.ts';

/** The place that stands for the whole response. */
export const WHOLE = '$';

export const placeSchema = z
  .string()
  .regex(/^(\$|[^.\s$][^.\s]*(\.[^.\s]+)*)$/)
  .describe('Where in the answer, as names joined by dots: data.list; $ is the whole answer');

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const toldSchema = z.strictObject({
  at: placeSchema.describe('Where it is told'),
  in: z.array(value).min(1).describe('Values that mean it'),
});

const errorsSchema = z.union([
  placeSchema.describe('Where messages by field lie, as an object'),
  z.strictObject({
    at: placeSchema.describe('Where a list of what is wrong lies'),
    field: placeSchema.describe("Where in an entry the field's name lies"),
    message: placeSchema.describe('Where in an entry the message lies'),
  }),
]);

const ownFormSchema = z.strictObject({
  success: toldSchema.optional().describe('What tells success; the HTTP status when absent'),
  sessionEnded: toldSchema.optional().describe('What ends the session; HTTP 401 when absent'),
  data: placeSchema.optional().describe('Where lies what was asked for; the whole answer when absent'),
  message: placeSchema.optional().describe("Where the back end's words to the user lie; message when absent"),
  errors: errorsSchema.optional().describe('Messages by field; errors when absent'),
});

/** The format of a back end's responses: a preset, or the place of each part. */
export const envelopeFormSchema = z.union([
  z.enum(['console', 'simple-rest']).describe('console: { code, msg, data }; simple-rest: bare rows and HTTP status'),
  ownFormSchema,
]);
export type EnvelopeForm = z.infer<typeof envelopeFormSchema>;
type OwnForm = z.infer<typeof ownFormSchema>;

/** A response format with all defaults filled in. */
export interface Envelope {
  /** Null if the HTTP status decides. */
  success: NonNullable<OwnForm['success']> | null;
  sessionEnded: NonNullable<OwnForm['sessionEnded']> | null;
  data: string;
  message: string;
  errors: NonNullable<OwnForm['errors']>;
  /** True for the console's own format, which carries more details than other formats can. */
  isOwn: boolean;
}

const BARE: Envelope = {
  success: null,
  sessionEnded: null,
  data: WHOLE,
  message: 'message',
  errors: 'errors',
  isOwn: false,
};

export const CONSOLE_ENVELOPE: Envelope = {
  success: { at: 'code', in: [CODE_OK] },
  sessionEnded: { at: 'code', in: [CODE_SESSION_ENDED] },
  data: 'data',
  message: 'msg',
  errors: 'data.errors',
  isOwn: true,
};

/** Fills in the defaults of a response format. */
export function toEnvelope(form: EnvelopeForm): Envelope {
  if (form === 'console') return CONSOLE_ENVELOPE;
  if (form === 'simple-rest') return BARE;
  const { success = null, sessionEnded = null, data = WHOLE, message = 'message', errors = 'errors' } = form;
  return { success, sessionEnded, data, message, errors, isOwn: false };
}

/** Joins a place to the one that contains it: `data` and `list` → `data.list`. */
export function placeBelow(outer: string, inner: string): string {
  return outer === WHOLE ? inner : `${outer}.${inner}`;
}
