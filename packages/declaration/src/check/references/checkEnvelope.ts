import { toEnvelope, WHOLE } from '@merchant-console/protocol';
import { finding, type Finding, type Path } from '../Problem.ts';
import { isPlain } from '../../resource.ts';
import type { Subject } from '../Subject.ts';

/** R180 to R182, R186: the described response format of another back end must contain all that is needed. */
export function checkEnvelope({ declaration, isSound }: Subject): Finding[] {
  const { envelope, storage } = declaration;
  if (!isSound('envelope') || !isSound('endpoints')) return [];
  if (envelope !== undefined && storage === 'table') return [finding('R180', ['envelope'], {}, { at: 'key' })];
  return [
    ...checkWholeRows(declaration),
    ...(isPlain(envelope) ? checkPlain(declaration) : []),
    ...checkPlaces(declaration),
  ];
}

/** R181: if the rows are the whole response, it is a list without anything beside it. */
function checkWholeRows({ envelope, endpoints: { list } = {} }: Subject['declaration']): Finding[] {
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
  const isMapped = storage !== 'table' && (envelope === 'json-server' || Object.keys(endpoints).length > 0);
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
    ...(show?.timeline === true ? [lacks('timeline', ['show', 'timeline'])] : []),
    ...(exportAt >= 0 && !endpoints.export ? [finding('R182', ['operations', exportAt], { key: 'export' })] : []),
    ...fields.flatMap(({ type }, at) =>
      type === 'file' || type === 'image' ? [finding('R182', ['fields', at, 'type'], { key: type })] : [],
    ),
  ];
}
