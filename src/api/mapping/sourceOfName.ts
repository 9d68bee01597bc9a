import { variableOf } from '#shared/declaration/endpoint/variables.ts';
import type { MappedVerb } from './EndpointMapping.ts';

/** The source of the field that the other back end calls so in what a verb sends; the name itself if none is. */
export function sourceOfName({ endpoint: { body = {} }, places }: MappedVerb, name: string): string {
  for (const [key, template] of Object.entries(body)) {
    const variable = variableOf(template);
    if (variable?.name !== 'record') continue;
    if (variable.part !== null && key === name) return variable.part;
    if (variable.part === null && name.startsWith(`${key}.`)) return sourceAt(places, name.slice(key.length + 1));
  }
  return sourceAt(places, name);
}

function sourceAt(places: MappedVerb['places'], name: string): string {
  return Object.entries(places).find(([, place]) => place === name)?.[0] ?? name;
}
