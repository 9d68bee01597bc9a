import { z } from 'zod';
import { GATEWAY_CALLS, signedSchema } from '#shared/contract/gateway.ts';
import { GATEWAY_BASE } from '#server/http/limits.ts';
import { REASONS, REFUSALS } from './refusals.ts';

/** The generated parts of docs/gateway.md by name: between `<!-- <name> -->` and `<!-- end -->`. */
export function gatewayReference(): Record<'parameters' | 'errors' | 'reasons', string> {
  const calls = Object.entries(GATEWAY_CALLS).map(
    ([name, { body }]) => `\`${GATEWAY_BASE}/${name}\`:\n\n${parameterTable(body)}`,
  );
  return {
    parameters: [`Every call:\n\n${parameterTable(signedSchema)}`, ...calls].join('\n\n'),
    errors: table(['HTTP', '`error`', 'Meaning', 'Calls'], errorRows()),
    reasons: table(['Reason', 'Parameter', 'Meaning', 'Calls'], reasonRows()),
  };
}

/** A document with its generated parts replaced. @throws {Error} if one has no place in it */
export function withGatewayReference(document: string): string {
  return Object.entries(gatewayReference()).reduce((text, [name, part]) => {
    const place = new RegExp(`(?<=<!-- ${name} -->\n\n)(?:(?!<!--)[^])*?(?=\n\n<!-- end -->)`);
    if (!place.test(text)) throw new Error(`no place for ${name}`);
    return text.replace(place, () => part);
  }, document);
}

/** What the table says of a parameter, from its JSON Schema. */
const partSchema = z.object({
  description: z.string(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.object({ pattern: z.string().optional(), format: z.string().optional() })).optional(),
});
type Part = z.output<typeof partSchema>;

const objectSchema = z.object({
  properties: z.record(z.string(), partSchema),
  required: z.array(z.string()).default([]),
});

function parameterTable(schema: z.ZodObject): string {
  const described = objectSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const rows = Object.entries(described.properties).map(([name, part]) => [
    `\`${name}\``,
    described.required.includes(name) ? 'yes' : 'no',
    valuesOf(part),
    part.description,
  ]);
  return table(['Parameter', 'Required', 'Values', 'Meaning'], rows);
}

/** Control characters and line ends: too long for a table. */
const ONE_LINE = /\\p\{Cc\}/;

function valuesOf({ minLength = 0, maxLength, pattern, format, ...part }: Part): string {
  if (part.enum) return part.enum.map((value) => `\`${value}\``).join(', ');
  if (part.anyOf) return part.anyOf.map(formOf).join(' or ');
  const range = minLength === 0 ? `at most ${maxLength}` : `${minLength} to ${maxLength}`;
  const length = maxLength === undefined ? [] : [`${range} characters`];
  const form = pattern !== undefined && ONE_LINE.test(pattern) ? 'one line' : formOf({ pattern, format });
  return [...length, ...(form === '' ? [] : [form])].join(', ');
}

/** A format has a pattern of hundreds of characters, so its name says more. */
function formOf({ pattern, format }: { pattern?: string | undefined; format?: string | undefined }): string {
  if (format !== undefined) return format;
  return pattern === undefined ? '' : `\`${pattern.replaceAll('|', String.raw`\|`)}\``;
}

function errorRows(): string[][] {
  return Object.entries(REFUSALS).flatMap(([status, errors]) =>
    Object.entries(errors).map(([id, { meaning, calls }]) => [
      status,
      `\`${id}\``,
      meaning,
      calls?.join(', ') ?? 'all',
    ]),
  );
}

function reasonRows(): string[][] {
  return Object.entries(REASONS).map(([id, { of, meaning, calls }]) => [
    `\`${id}\``,
    of === 'any' ? of : `\`${of}\``,
    meaning,
    calls?.join(', ') ?? 'all',
  ]);
}

/** A table in the form that Prettier gives it. */
function table(heading: string[], rows: string[][]): string {
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
