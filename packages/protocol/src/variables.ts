/** Variables of the templates in `endpoints`, besides `$filter.<name>` and `$record.<source>`. */
export const ENDPOINT_VARIABLES = [
  'page',
  'perPage',
  'offset',
  'from',
  'to',
  'sort',
  'order',
  'q',
  'filter',
  'id',
  'ids',
  'record',
  'format',
  'columns',
] as const;
type EndpointVariable = (typeof ENDPOINT_VARIABLES)[number];

type Values = Readonly<Record<string, unknown>>;

/** Values of the variables in one call. Variables without a value are absent. */
export type EndpointValues = { readonly [V in Exclude<EndpointVariable, 'filter' | 'record'>]?: unknown } & {
  readonly filter?: Values;
  readonly record?: Values;
};

type Template = string | number | boolean;
export type Templates = Readonly<Record<string, Template>>;

/** A template's variable: `$filter.status` is the part `status` of `filter`. */
interface Variable {
  name: string;
  part: string | null;
  /** True for `$ids...`: each of several values becomes a query parameter of its own. */
  isRepeated: boolean;
}

const REPEATED = '...';

/** The variable that a template stands for, or null for a literal. */
export function variableOf(template: Template): Variable | null {
  if (typeof template !== 'string' || !template.startsWith('$')) return null;
  const isRepeated = template.endsWith(REPEATED);
  const text = isRepeated ? template.slice(0, -REPEATED.length) : template;
  const dot = text.indexOf('.');
  return dot === -1
    ? { name: text.slice(1), part: null, isRepeated }
    : { name: text.slice(1, dot), part: text.slice(dot + 1), isRepeated };
}

/** True for an existing variable. The checker rejects all others. */
export function isKnownVariable({ name, part }: Omit<Variable, 'isRepeated'>): boolean {
  if (part !== null) return (name === 'filter' || name === 'record') && part !== '';
  return ENDPOINT_VARIABLES.some((known) => known === name);
}

/** True if any of the templates is the variable `$<name>` or `$<name>.<part>`. */
export function uses(templates: readonly (Templates | undefined)[], name: EndpointVariable, part?: string): boolean {
  return templates
    .flatMap((one) => Object.values(one ?? {}))
    .some((template) => {
      const variable = variableOf(template);
      return variable?.name === name && (variable.part === null || variable.part === part);
    });
}
