import { z } from 'zod';

/** The part of JSON Schema that the API description uses. */
export interface Schema {
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  format?: string | undefined;
  anyOf?: Schema[] | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  maxLength?: number | undefined;
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    anyOf: z.array(schemaSchema).optional(),
    // False after the items of a tuple.
    items: z.union([schemaSchema, z.literal(false).transform((): Schema => ({}))]).optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxLength: z.number().optional(),
  }),
);

const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema }));

const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: schemaSchema })),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema })),
});

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });

/** One call of the API description. */
export interface Operation {
  id: string;
  method: string;
  /** Below the base, with parameters as `{name}`. */
  path: string;
  /** First part of the path, which identifies the resource. */
  resource: string;
  query: { name: string; schema: Schema }[];
  /** Null if there is none, `bytes` if it is a file. */
  body: Schema | 'bytes' | null;
  /** Field names of the returned records. */
  fields: string[];
  /** True if the response is a file or a stream instead of an envelope. */
  isDownload: boolean;
}

export function operationsOf(document: unknown): Operation[] {
  return Object.entries(documentSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [answer = {}] = Object.values(operation.responses).map(({ content }) => content);
      const data = answer['application/json']?.schema.properties?.['data'];
      const content = operation.requestBody?.content;
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        resource: path.split('/')[1] ?? '',
        query: operation.parameters.filter((parameter) => parameter.in === 'query'),
        body: content ? (content['application/json']?.schema ?? 'bytes') : null,
        fields: Object.keys(data?.items?.properties ?? data?.properties ?? {}),
        isDownload: answer['application/json'] === undefined,
      };
    }),
  );
}
