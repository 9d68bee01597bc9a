import {
  ENDPOINT_VARIABLES,
  isKnownVariable,
  uses,
  variableOf,
  type Templates,
  type Endpoint,
  type Endpoints,
} from '@merchant-console/protocol';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

const VERBS = ['list', 'show', 'create', 'update', 'delete', 'summary', 'export'] as const;
/** Verbs for a single record. */
const OF_ONE: readonly string[] = ['show', 'update', 'delete'];

/** Checks verbs that are mapped to other calls. */
export function checkEndpoints(subject: Subject): Finding[] {
  const { endpoints, storage } = subject.declaration;
  if (!endpoints) return [];
  const isStored = storage === 'table' && subject.isSound('storage');
  return [
    ...(isStored ? [finding('R128', ['endpoints'], {}, { at: 'key' })] : []),
    ...VERBS.flatMap((verb) => checkVerb(subject, verb, endpoints[verb])),
    ...checkSources(subject, endpoints.summary?.sums, ['endpoints', 'summary', 'sums']),
  ];
}

function checkVerb(subject: Subject, verb: keyof Endpoints, endpoint: Endpoint | undefined): Finding[] {
  if (!endpoint) return [];
  const path: Path = ['endpoints', verb];
  const hasId = /:id(?!\w)/.test(endpoint.path);
  // A record sent as a whole includes its ID.
  const isInRecord = verb === 'update' && (endpoint.body === undefined || uses([endpoint.body], 'record'));
  const asks = (name: 'id' | 'ids') => uses([endpoint.query, endpoint.body], name);
  const isAsked = hasId || isInRecord || asks('id') || asks('ids');
  const isOfOne = OF_ONE.includes(verb);
  return [
    ...(isOfOne && !isAsked ? [finding('R133', [...path, 'path'], {})] : []),
    ...(hasId && !isOfOne ? [finding('R132', [...path, 'path'], {})] : []),
    ...checkTemplates(subject, endpoint.query, [...path, 'query']),
    ...checkTemplates(subject, endpoint.body, [...path, 'body']),
    ...checkSources(subject, endpoint.record, [...path, 'record']),
  ];
}

const FORMS = [...ENDPOINT_VARIABLES.map((name) => `$${name}`), '$filter.<name>', '$record.<source>'];

function checkTemplates(subject: Subject, templates: Templates = {}, path: Path): Finding[] {
  return Object.entries(templates).flatMap(([key, template]) => {
    const variable = variableOf(template);
    if (!variable) return [];
    const place = [...path, key];
    if (!isKnownVariable(variable)) {
      const suggestion = nearest(`$${variable.name}`, FORMS);
      return [finding('R134', place, { placeholder: String(template), options: FORMS.join(' ') }, { suggestion })];
    }
    return variable.part === null ? [] : checkPart(subject, variable.name, variable.part, place);
  });
}

/** Suffixes of filters other than equality. */
const SUFFIX = /_(?:gte|lte|gt|lt|like|neq)$/;

function checkPart({ undeclared, sources }: Subject, name: string, part: string, path: Path): Finding[] {
  const isFilter = name === 'filter';
  if (part === 'id' || (isFilter && part === 'q') || sources.includes(part)) return [];
  return undeclared(isFilter ? part.replace(SUFFIX, '') : part, path);
}

/** @param places by field source */
function checkSources({ undeclared }: Subject, places: Record<string, string> = {}, path: Path): Finding[] {
  return Object.keys(places)
    .filter((source) => source !== 'id')
    .flatMap((source) => undeclared(source, [...path, source]).map((one): Finding => ({ ...one, at: 'key' })));
}
