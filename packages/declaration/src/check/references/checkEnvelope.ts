import { isMappedPreset, isPlainPreset, toEnvelope, WHOLE } from '@merchant-console/protocol';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** R180 to R182, R186: the described response format of another back end must contain all that is needed. */
export function checkEnvelope({ declaration, isSound }: Subject): Finding[] {
  const { envelope, storage } = declaration;
  if (!isSound('envelope') || !isSound('endpoints')) return [];
  if (envelope !== undefined && storage === 'table') return [finding('R180', ['envelope'], {}, { at: 'key' })];
  return [
    ...checkWholeRows(declaration),
    ...(isPlainPreset(envelope) ? [...checkPlain(declaration), ...checkFilters(declaration)] : []),
    ...checkPlaces(declaration),
  ];
}

/** The filters of back ends whose rows are in documents, and whose lists have no search. */
const FILTERS = new Map<string, readonly string[]>([
  ['json-api', ['eq', 'in']],
  ['hydra', ['eq', 'in', 'range']],
]);

/** R181: if the rows are the whole response, it is a list without anything beside it. */
function checkWholeRows({ envelope, endpoints: { list } = {} }: Subject['declaration']): Finding[] {
  if (typeof envelope === 'string' && FILTERS.has(envelope)) return [];
  const said = envelope === undefined ? null : toEnvelope(envelope);
  const rows = list ? (list.rows ?? said?.data) : said?.data;
  if (rows !== WHOLE) return [];
  return [
    ...(typeof list?.total === 'string'
      ? [finding('R181', ['endpoints', 'list', 'total'], { place: list.total })]
      : []),
    ...(said?.success ? [finding('R181', ['envelope', 'success', 'at'], { place: said.success.at })] : []),
  ];
}

/** R186: only mapped calls rename the fields of a record. */
function checkPlaces({ storage, envelope, endpoints = {}, fields }: Subject['declaration']): Finding[] {
  const isMapped = storage !== 'table' && (isMappedPreset(envelope) || Object.keys(endpoints).length > 0);
  if (isMapped) return [];
  return fields.flatMap(({ at: place }, index) =>
    place === undefined ? [] : [finding('R186', ['fields', index, 'at'], {}, { at: 'key' })],
  );
}

/** R182: calls that exist in the console's own format but not on a plain back end. */
function checkPlain({ list, show, operations, endpoints = {}, fields }: Subject['declaration']): Finding[] {
  const lacks = (key: string, path: Path) => finding('R182', path, { key }, { at: 'key' });
  const exportAt = operations?.indexOf('export') ?? -1;
  return [
    ...(list?.summary && !endpoints.summary ? [lacks('summary', ['list', 'summary'])] : []),
    ...(list?.charts ? [lacks('charts', ['list', 'charts'])] : []),
    ...(show?.timeline === true ? [lacks('timeline', ['show', 'timeline'])] : []),
    ...(exportAt >= 0 && !endpoints.export ? [finding('R182', ['operations', exportAt], { key: 'export' })] : []),
    ...fields.flatMap(({ type }, at) =>
      type === 'file' || type === 'image' ? [finding('R182', ['fields', at, 'type'], { key: type })] : [],
    ),
  ];
}

/** R440: filters that the list of a preset doesn't have. */
function checkFilters({ envelope, endpoints: { list } = {}, fields }: Subject['declaration']): Finding[] {
  const preset = typeof envelope === 'string' ? envelope : '';
  const ways = list?.query || list?.body ? undefined : FILTERS.get(preset);
  if (!ways) return [];
  return fields.flatMap((field, index) => {
    const path = ['fields', index] as const;
    const way = 'filter' in field ? field.filter : undefined;
    const searches = 'search' in field && field.search === true;
    return [
      ...(searches ? [finding('R440', [...path, 'search'], { preset, way: 'search' }, { at: 'key' })] : []),
      ...(way === undefined || ways.includes(way) ? [] : [finding('R440', [...path, 'filter'], { preset, way })]),
    ];
  });
}
