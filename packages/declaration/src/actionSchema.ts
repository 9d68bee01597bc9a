import { z } from 'zod';
import { labelSchema } from './texts/label.ts';
import { fieldSchema } from './fieldSchema.ts';
import { ICON_NAMES } from './keys.ts';
import { nameSchema, permissionNameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const setValueSchema = z
  .union([
    scalar,
    z.strictObject({
      add: z
        .union([z.number(), z.string()])
        .describe('Number added to the one that the field has, or to 0: a constant, or "$form.x" and "$record.x"'),
    }),
    z.strictObject({ first: scalar.describe('Value written only if the field is empty') }),
  ])
  .meta({
    id: 'SetValue',
    description:
      'New value of a field: a constant, or "$form.x" for field x of the form, "$record.x" for that of the record before the action, "$now", "$today+7d" or "$user"',
  });

const createSchema = z.strictObject({
  reference: nameSchema.describe('Resource of the new record, stored by the server'),
  values: z
    .record(nameSchema, scalar)
    .describe(
      'Values of its fields: constants, "$record.id" and "$record.x" of the record as the action leaves it, "$form.x", "$now", "$today" or "$user". Other fields get their defaults',
    ),
});

/** An action on a record, on several selected records, or on the list as a whole. */
export const actionSchema = z.strictObject({
  key: nameSchema.describe('Name of the action, also the default last part of its permission and its path'),
  label: labelSchema.optional().describe('Label of the button. Default: its translation, otherwise the key as words'),
  icon: z.enum(ICON_NAMES).optional().describe('Icon of the button'),
  scope: z
    .enum(['row', 'bulk', 'list', 'scheduled'])
    .optional()
    .describe(
      'Target: one record, several selected records, the list as a whole, or all records that meet its condition when it is due. Default: row',
    ),
  every: z.enum(['day']).optional().describe('Only for scope "scheduled": how often the server executes it'),
  at: z
    .string()
    .optional()
    .describe('Only for scope "scheduled": time of day in the time zone of the merchant, such as 03:00'),
  inList: z
    .boolean()
    .optional()
    .describe('Only for scope "row". false: offered on the record page only, not in list rows. Default: true'),
  method: z.enum(['POST', 'PUT', 'DELETE']).optional().describe('HTTP method. Default: POST'),
  path: z
    .string()
    .optional()
    .describe(
      'Path below the API base; :id stands for the record. Default: <endpoint>/:id/<key> for scope "row", otherwise <endpoint>/<key>',
    ),
  when: predicateSchema
    .optional()
    .describe('Condition on the record: otherwise the action is neither offered nor allowed'),
  page: z
    .string()
    .min(1)
    .optional()
    .describe('Handwritten page that the button opens instead of a dialog. Only for scope "list" and "row"'),
  param: nameSchema
    .optional()
    .describe('Only with page and scope "row": URL parameter of that page that receives the id of the record'),
  confirm: z
    .union([
      z.boolean(),
      z.strictObject({
        title: labelSchema.optional().describe('Title of the dialog. Default: the label of the button'),
        text: labelSchema.optional().describe('Text of the question. Default: none'),
      }),
    ])
    .optional()
    .describe('Asks for confirmation before the call; true: with a standard question'),
  shows: z
    .array(nameSchema)
    .min(1)
    .optional()
    .describe('Fields of the record shown in the dialog; for several records, the sums of its amounts'),
  submit: labelSchema.optional().describe("Label of the dialog's submit button. Default: the label of the action"),
  warns: z.boolean().optional().describe('Shows its buttons in red, for actions that reject, end or discard something'),
  form: z.array(fieldSchema).min(1).optional().describe('Fields of the dialog, sent as the request body'),
  fills: z
    .record(nameSchema, nameSchema)
    .optional()
    .describe('Only for scope "row": initial values, as form field → field of the record'),
  quote: z
    .strictObject({
      path: z
        .string()
        .describe('Path below the API base, called by POST; :id stands for the record. Must not change anything'),
      asks: z
        .array(nameSchema)
        .min(1)
        .optional()
        .describe('Form fields sent in the request. Default: none; the quote is then requested when the dialog opens'),
      optional: z
        .array(nameSchema)
        .min(1)
        .optional()
        .describe('Those of the fields in asks without which the quote is requested, too, while they are empty'),
      fields: z.array(fieldSchema).min(1).describe('Values of the response shown in the dialog'),
      agreed: z
        .record(nameSchema, nameSchema)
        .optional()
        .describe(
          'Values of the response to send with the action, as form field → key of the response. These form fields are not shown',
        ),
    })
    .optional()
    .describe(
      'Only for scope "row" and "list": a preview of the effect, requested when the dialog opens and while the user fills in its form',
    ),
  permission: permissionNameSchema
    .optional()
    .describe('Permission required to execute the action. Default: <resource>.<key>'),
  payPassword: z.boolean().optional().describe("Asks for the user's payment password and sends it"),
  totp: z
    .boolean()
    .optional()
    .describe("Asks for the current code of the user's authenticator and sends it; each code works once"),
  result: z
    .strictObject({
      source: nameSchema.describe('Key of the value in the response'),
      kind: z
        .enum(['link', 'secret'])
        .optional()
        .describe('link: a path of this console, shown as a complete URL. Default: secret'),
      text: labelSchema.optional().describe('Text above the value, such as its purpose and validity'),
    })
    .optional()
    .describe('Value of the response shown only once, in a dialog with a copy button'),
  idempotent: z.boolean().optional().describe('Sends the same Idempotency-Key with all retries of a dialog'),
  slow: z
    .boolean()
    .optional()
    .describe('Waits for the response for two minutes instead of 5 seconds, for an action on thousands of rows'),
  set: z
    .record(nameSchema, setValueSchema)
    .optional()
    .describe('Only with storage "table": values that the server writes to fields of the record'),
  create: z
    .union([createSchema, z.array(createSchema).min(1).max(10)])
    .optional()
    .describe('Only with storage "table": records that the server creates together with the changes of "set"'),
  // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
  then: z.enum(['refresh', 'back', 'download']).optional().describe('What happens after success. Default: refresh'),
  success: labelSchema.optional().describe('Message after success'),
  pending: labelSchema
    .optional()
    .describe(
      "Message instead of success, and instead of the result's text, if the response has waits: true, because another user must approve it first",
    ),
});
export type ActionDeclaration = z.infer<typeof actionSchema>;
export type CreateDeclaration = z.infer<typeof createSchema>;
