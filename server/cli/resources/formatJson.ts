/** As in the project's formatter. */
const WIDTH = 120;

/** JSON as the shipped declarations are written: the outermost object a key a line, the rest on one line where it fits. */
export function formatJson(value: Readonly<Record<string, unknown>>): string {
  return `${broken(value, 0)}\n`;
}

/** @param before characters that stand before the value on its line @param after those that follow it */
function format(value: unknown, depth: number, before: number): string {
  const line = inline(value);
  const fits = before + line.length + 1 <= WIDTH;
  return (fits && !mustBreak(value)) || typeof value !== 'object' || value === null ? line : broken(value, depth);
}

function broken(value: object, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => format(one, depth + 1, indent.length))
    : Object.entries(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `;
        return name + format(one, depth + 1, indent.length + name.length);
      });
  return `${open}\n${parts.map((part) => indent + part).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** The formatter never puts several objects of several keys on one line. */
function mustBreak(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts: unknown[] = Object.values(value);
  const isTable = Array.isArray(value) && parts.length > 1 && parts.every(hasSeveralKeys);
  return isTable || parts.some(mustBreak);
}

function hasSeveralKeys(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 1;
}
