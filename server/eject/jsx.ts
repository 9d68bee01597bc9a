/** A value of a JSX attribute: text, anything that JSON can say, or code as it stands. */
export type Attribute = string | number | boolean | object | undefined;

/** An expression that is written into the source as it is. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An element with what it imports, so that the file imports neither too much nor too little. */
export interface Jsx {
  lines: string[];
  /** Names from react-admin. */
  uses: ReadonlySet<string>;
}

/**
 * `<name attributes>children</name>`, one attribute or child a line where they do not fit.
 * @param name of a react-admin component (`DataTable.Col`), or of one of the file's own when `own`
 */
export function jsx(name: string, attributes: Record<string, Attribute> = {}, children: Jsx[] = [], own = false): Jsx {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [attribute(key, value)],
  );
  const uses = new Set(children.flatMap((child) => [...child.uses]));
  if (!own) uses.add(name.split('.')[0] ?? name);
  const open = [name, ...given].join(' ');
  const head = open.length <= WIDTH ? [`<${open}`] : [`<${name}`, ...given.map((text) => `  ${text}`)];
  if (children.length === 0) return { lines: closed(head, ' />', '/>'), uses };
  const inner = children.flatMap(({ lines }) => lines.map((line) => `  ${line}`));
  return { lines: [...closed(head, '>', '>'), ...inner, `</${name}>`], uses };
}

const WIDTH = 100;

function closed(head: string[], short: string, long: string): string[] {
  return head.length === 1 ? [`${head[0]}${short}`] : [...head, long];
}

function attribute(key: string, value: Exclude<Attribute, undefined>): string {
  if (value === true) return key;
  if (typeof value === 'string' && !/["\\{}<>&\n]/.test(value)) return `${key}="${value}"`;
  return `${key}={${value instanceof Code ? value.text : JSON.stringify(value)}}`;
}
