const WIDTH = 100;

/** JSON as formatters print it: an object or a list in one line if it fits, otherwise a line for each part. */
export function printJson(value: unknown, indent: string): string {
  const line = inOneLine(value);
  if (indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const lines = (parts: string[]) => `\n${inner}${parts.join(`,\n${inner}`)}\n${indent}`;
  if (Array.isArray(value)) return `[${lines(value.map((item) => printJson(item, inner)))}]`;
  if (!isObject(value)) return line;
  return `{${lines(Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${printJson(part, inner)}`))}}`;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${inOneLine(part)}`)
    .join(', ')} }`;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
