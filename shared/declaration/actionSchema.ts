import { z } from 'zod';
import { labelSchema } from '../i18n/label.ts';
import { fieldSchema } from './fieldSchema.ts';
import { ICON_NAMES } from './keys.ts';
import { nameSchema, permissionNameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** An action on a record, on several selected records, or on the list as a whole. */
export const actionSchema = z.strictObject({
  key: nameSchema.describe('Also the last part of the permission and of the address'),
  label: labelSchema.optional().describe('Words of the button; else their translation, else the key made readable'),
  icon: z.enum(ICON_NAMES).optional().describe('Picture on the button'),
  scope: z.enum(['row', 'bulk', 'list']).optional().describe('row when absent'),
  inList: z
    .boolean()
    .optional()
    .describe('For scope "row": false keeps it to the page of the record, out of the rows of lists; true when absent'),
  method: z.enum(['POST', 'PUT', 'DELETE']).optional().describe('POST when absent'),
  path: z
    .string()
    .optional()
    .describe('Below the API, with :id for the record; <endpoint>/:id/<key> for a row and <endpoint>/<key> else'),
  when: predicateSchema.optional().describe('Offered, and allowed, only for records for which this holds'),
  page: z
    .string()
    .min(1)
    .optional()
    .describe('The page written by hand on which it is done, to which the button leads; for scope "list" and "row"'),
  param: nameSchema
    .optional()
    .describe('With page and scope "row": the parameter of that page\'s address that gets the id of the record'),
  confirm: z
    .union([
      z.boolean(),
      z.strictObject({
        title: labelSchema.optional().describe('Heading of the question; the words of the button when absent'),
        text: labelSchema.describe('The question'),
      }),
    ])
    .optional()
    .describe('Asked before the call is made'),
  shows: z
    .array(nameSchema)
    .min(1)
    .optional()
    .describe('Fields of the record that its dialog shows; of several records the sums of the amounts among them'),
  submit: labelSchema.optional().describe("Words of the dialog's last button; those of the action when absent"),
  warns: z.boolean().optional().describe("The dialog's last button is red: something is refused, ended or thrown away"),
  form: z.array(fieldSchema).min(1).optional().describe('Fields that are filled in first and sent as the body'),
  fills: z
    .record(nameSchema, nameSchema)
    .optional()
    .describe('For scope "row": what the form begins with, the name of a field of the record by that of the form'),
  quote: z
    .strictObject({
      path: z.string().describe('Below the API, with :id for the record; a POST that changes nothing'),
      asks: z.array(nameSchema).min(1).describe('Fields of the form that it is asked with'),
      fields: z.array(fieldSchema).min(1).describe('Parts of the answer that the dialog shows'),
      agreed: z
        .record(nameSchema, nameSchema)
        .optional()
        .describe(
          'Sent with the action and not shown: the name of a part of the answer by that of a field of the form',
        ),
    })
    .optional()
    .describe('For scope "row": what the action would do, asked while the form is filled in'),
  permission: permissionNameSchema.optional().describe('<resource>.<key> when absent'),
  payPassword: z.boolean().optional().describe('The payment password of the user is asked for and sent'),
  totp: z
    .boolean()
    .optional()
    .describe("The code that the user's own authenticator shows now is asked for and sent; it is used up"),
  result: z
    .strictObject({
      source: nameSchema.describe('Key of the answer that holds it'),
      kind: z
        .enum(['link', 'secret'])
        .optional()
        .describe('link: a way into this console, made a whole address; secret when absent'),
      text: labelSchema.optional().describe('Said above it: what it is for, and for how long'),
    })
    .optional()
    .describe('A part of the answer that is shown this once, in a dialog with a button to copy it'),
  idempotent: z.boolean().optional().describe('One Idempotency-Key through all retries of the same dialog'),
  set: z
    .record(nameSchema, scalar)
    .optional()
    .describe(
      'With storage "table": values that the server gives to fields; "$form.x", "$now" and "$user" stand for themselves',
    ),
  // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
  then: z.enum(['refresh', 'back', 'download']).optional().describe('What follows success; refresh when absent'),
  success: labelSchema.optional().describe('Said when it is done'),
});
export type ActionDeclaration = z.infer<typeof actionSchema>;
