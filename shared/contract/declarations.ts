import { z } from 'zod';
import { nameSchema } from '@merchant-console/declaration';
import { defineCall } from './call.ts';
import { resourceProblemSchema } from './resourceProblems.ts';

/** The calls with which the platform's administrators change declarations of stored resources in the console. */

const editing = { permission: 'declarations.edit' } as const;

/** Most characters of a file. */
export const MAX_DECLARATION = 500_000;

const text = z.string().max(MAX_DECLARATION);
const count = z.int().min(0);

export const declarationList = defineCall({
  id: 'declarationList',
  method: 'GET',
  path: '/declarations',
  access: editing,
  summary: 'List the declarations of stored resources, which can be changed in the console',
  data: z.object({
    declarations: z.array(z.object({ name: nameSchema, errors: count, warnings: count })),
    /** False if this server can't write to its folder of declarations. */
    is_writable: z.boolean(),
  }),
});

const declarationData = z.object({
  name: nameSchema,
  text,
  /** Identifies this text. Null if there is no such file yet. */
  revision: z.string().nullable(),
});
export type DeclarationData = z.infer<typeof declarationData>;

export const declarationShow = defineCall({
  id: 'declarationShow',
  method: 'GET',
  path: '/declarations/:name',
  access: editing,
  summary: 'Get the file of a stored resource as it is written',
  params: z.object({ name: nameSchema }),
  data: declarationData,
});

/** A step of the plan, with the source, index or former name that it concerns, and the number of values or records. */
const stepSchema = z.object({
  step: z.enum([
    'create',
    'move',
    'drop',
    'leave',
    'rename',
    'add',
    'convert',
    'encrypt',
    'decrypt',
    'remask',
    'index',
    'unindex',
    'words',
  ]),
  subject: z.string(),
  from: z.string(),
  count,
});

const planSchema = z.object({
  /** Records that are stored now. */
  rows: count,
  steps: z.array(stepSchema),
  /** Estimate of how long nobody can write, in seconds. */
  seconds: z.number().min(0),
});

const checkedSchema = z.object({
  /** Of this file, and those that it causes in other files. */
  problems: z.array(resourceProblemSchema),
  /** What saving would do to the stored records. Null if it would be refused. */
  plan: planSchema.nullable(),
  /** Stands for this text and this plan; to be sent with the text that is saved. Null if it would be refused. */
  agreed: z.string().nullable(),
});
export type CheckedDeclaration = z.infer<typeof checkedSchema>;

export const declarationCheck = defineCall({
  id: 'declarationCheck',
  method: 'POST',
  path: '/declarations/check',
  access: editing,
  allowedInPreview: true,
  summary: 'Check the text of a declaration and tell what saving it would do; changes nothing',
  body: z.strictObject({ name: nameSchema, text }),
  data: checkedSchema,
});

export const declarationSave = defineCall({
  id: 'declarationSave',
  method: 'PUT',
  path: '/declarations/:name',
  access: editing,
  stepUp: 'always',
  summary: 'Write the file of a stored resource; refused if it has errors or would give somebody a right',
  params: z.object({ name: nameSchema }),
  body: z.strictObject({
    text,
    /** Of the text that was changed, or null for a new file. */
    revision: z.string().max(100).nullable(),
    /** `agreed` of the check. */
    agreed: z.string().max(100),
  }),
  data: declarationData,
});
