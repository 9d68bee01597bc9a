import { z } from 'zod';
import { computedOf } from './fieldTraits.ts';
import type { Field } from './fieldSchema.ts';
import { nameSchema } from './names.ts';

/** Most rows of an imported file. */
export const MOST_IMPORTED = 100_000;

const sources = z.array(nameSchema).min(1);

export const importSchema = z.strictObject({
  key: z
    .union([nameSchema, sources])
    .optional()
    .describe(
      'Unique field, or unique combination of fields, by which a row finds the record that it changes. Default: rows only create records',
    ),
  columns: sources.optional().describe('Fields that a file may fill. Default: all that users can write'),
  match: z
    .record(nameSchema, nameSchema)
    .optional()
    .describe(
      "Fields of type reference by which field of the other resource a file names its records. Default: the other resource's name of a record",
    ),
  max: z
    .int()
    .min(1)
    .max(MOST_IMPORTED)
    .optional()
    .describe(`Maximum number of rows of a file. Default: ${MOST_IMPORTED}`),
});
export type ImportDeclaration = z.infer<typeof importSchema>;

/** Import of files into a stored resource. */
export interface ResourceImport {
  /** Sources by which a row finds the record that it changes; empty if rows only create records. */
  key: readonly string[];
  /** Sources that columns of a file may fill. */
  sources: readonly string[];
  /** Field of the other resource by which its records are named, by the reference's source. */
  match: Readonly<Record<string, string>>;
  max: number;
}

const WITHOUT_TEXT: readonly Field['type'][] = ['secret', 'file', 'image', 'json', 'children'];

/** True if a cell of a file can contain the field's value, and users may write it. */
export function isImportable(field: Field): boolean {
  return field.readOnly !== true && computedOf(field) === undefined && !WITHOUT_TEXT.includes(field.type);
}

/** The import with its defaults, or null without one. */
export function importOf(declared: ImportDeclaration | undefined, fields: readonly Field[]): ResourceImport | null {
  if (!declared) return null;
  const { key = [], columns, match = {}, max = MOST_IMPORTED } = declared;
  return {
    key: [key].flat(),
    sources: columns ?? fields.filter(isImportable).map(({ source }) => source),
    match,
    max,
  };
}
