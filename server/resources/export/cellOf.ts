import {
  choiceLabel,
  eventName,
  type Field,
  fieldLabel,
  type GroupField,
  groupsIn,
  plainText,
  readInstant,
  standingOf,
  textsIn,
  type Words,
} from '@merchant-console/declaration';
import { knownReason } from '#shared/format/knownReason.ts';
import { resourceName } from '#shared/format/resourceName.ts';
import { eventsOf, fullEventName } from '#shared/format/webhookEventName.ts';
import type { WireRecord } from '../RecordSource.ts';
import type { Cell, Column, ExportContext } from './Cell.ts';
import { decimalCell, integerCell, moneyCell, rateCell } from './numberCells.ts';

/** A record's cell in a column, formatted like in the list. */
export function cellOf(column: Column, record: WireRecord, context: ExportContext): Cell {
  if (column.kind === 'currency') return currencyIn(record, column.source, context);
  const value = valueOf(column.field, record);
  if (column.field.type === 'reference' && column.field.instead !== undefined && plainText(value) === '') {
    return plainText(record[column.field.instead]);
  }
  if (column.kind === 'value') {
    return namedCell(column.field, value, record, context) ?? valueCell(column.field, value, context);
  }
  const currency = currencyIn(record, column.field.currency, context);
  return moneyCell(value, currency, column.currency, context.currencyData);
}

/** The text of a field that lists show by a component of their own, or undefined for other fields and empty ones. */
function namedCell(
  { cell }: Field,
  value: unknown,
  record: WireRecord,
  { words, findResource }: ExportContext,
): string | undefined {
  const text = plainText(value);
  if (cell === undefined || value === null || value === undefined || value === '') return undefined;
  // A message of a channel whose code is unknown is exported as it was sent.
  if (cell === 'channelReason') return knownReason(plainText(record['error_code']), words.translate) || undefined;
  if (cell === 'resource') return resourceName(text, words.translate);
  if (cell === 'event') return eventName(text, words);
  if (cell === 'webhookEvents') return eventNames(value, words, findResource);
  return undefined;
}

function eventNames(value: unknown, words: Words, findResource: ExportContext['findResource']): string {
  const events = eventsOf(value).map((event) => {
    const [name = '', key = ''] = event.split('.');
    const resource = findResource(name);
    const action = resource?.actions.find((one) => one.key === key)?.label ?? null;
    return fullEventName(event, resource && { name, label: resource.label, action }, words);
  });
  return events.length === 0 ? words.translate('webhooks.all_events') : events.join(words.translate('list.comma'));
}

/** The exported value of a field: empty if its `when` doesn't hold, or if the amount doesn't count. */
export function valueOf(field: Field, record: WireRecord): unknown {
  return standingOf(field, record) === 'counted' ? record[field.source] : null;
}

/** The currency of a record's amount; the tenant's currency if the record names none. */
export function currencyIn(record: WireRecord, source: string | undefined, { currencyData }: ExportContext): string {
  return (source === undefined ? '' : plainText(record[source])) || currencyData.currency;
}

function referencedText({ reference }: { reference: string }, id: unknown, { referenceName }: ExportContext): string {
  return referenceName(reference, plainText(id)) ?? plainText(id);
}

function valueCell(field: Extract<Column, { kind: 'value' }>['field'], value: unknown, context: ExportContext): Cell {
  if (value === null || value === undefined || value === '') return '';
  switch (field.type) {
    case 'text':
    case 'longtext':
      return plainText(value);
    case 'texts':
      return textsIn(value).join('\n');
    case 'group':
      return groupsCell(field, value, context);
    case 'integer':
      return integerCell(value);
    case 'decimal':
      return decimalCell(value, field.scale);
    case 'rate':
      return rateCell(value);
    case 'enum':
      return choiceLabel(plainText(value), field, context.words);
    case 'boolean':
      return typeof value === 'boolean'
        ? context.words.translate(value ? 'export.yes' : 'export.no')
        : plainText(value);
    case 'date':
      return { kind: 'time', text: plainText(value) };
    case 'datetime': {
      const instant = readInstant(value);
      return instant ? { kind: 'time', text: context.showTime(instant) } : plainText(value);
    }
    case 'reference':
      return referencedText(field, value, context);
    case 'references':
      return [value]
        .flat()
        .map((id) => referencedText(field, id, context))
        .join(context.words.translate('list.comma'));
    case 'secret':
      return value === true ? '••••••••' : '';
    case 'file':
    case 'image':
      return typeof value === 'object' && 'name' in value ? plainText(value.name) : plainText(value);
    case 'children':
    case 'json':
      return JSON.stringify(value);
  }
}

/** Each group in its line, as `Address: anna@example.com; Kind: Work`, which imports read again. */
function groupsCell({ fields }: GroupField, value: unknown, context: ExportContext): string {
  const lines = groupsIn(value).map((group) =>
    fields.flatMap((part) => {
      const cell = valueCell(part, group[part.source], context);
      const text = typeof cell === 'string' ? cell : cell.text;
      return text === '' ? [] : [`${quoted(fieldLabel(part, context.words), /[:;"]/)}: ${quoted(text, /[;"\r\n]/)}`];
    }),
  );
  return lines.map((parts) => parts.join('; ')).join('\n');
}

/** The text in quotes if it has a character with a meaning in the cell, or blanks at its ends. */
function quoted(text: string, special: RegExp): string {
  return special.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
