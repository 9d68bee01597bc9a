import type { OwnCurrency } from '@merchant-console/declaration';
import type { Message } from '#server/errors.ts';
import type { SheetCell } from '#server/sheets/Sheet.ts';
import type { Actor, Values, WireRecord } from '../RecordSource.ts';
import type { ImportColumn } from './ImportColumns.ts';

export interface FileRow {
  /** Row number in the file. */
  line: number;
  cells: readonly SheetCell[];
}

/** Problems by the field at whose cell they are; '' for the row as a whole. */
export type RowProblems = Readonly<Record<string, readonly Message[]>>;

export interface CheckedRow {
  line: number;
  problems: RowProblems;
  /** `same` if the record has all values already. Null if there are problems. */
  act: 'create' | 'update' | 'same' | null;
  /** The record that the key finds. */
  record: { id: string; revision: number } | null;
  /** Validated values to write. */
  values: Values;
  /** Digests of the values that no two records may have. */
  keys: readonly string[];
}

export interface ImportCheck {
  actor: Actor & { permissions: ReadonlySet<string> };
  columns: readonly ImportColumn[];
  isCsv: boolean;
  currencyData: OwnCurrency & { time_zone: string };
}

/** A row while it is checked. */
export interface Draft {
  row: FileRow;
  values: Record<string, unknown>;
  problems: Record<string, Message[]>;
  current: WireRecord | null;
}

export const hasProblems = (problems: RowProblems) => Object.keys(problems).length > 0;

export function addProblem({ problems }: Draft, source: string, message: Message): void {
  (problems[source] ??= []).push(message);
}

/** @param place a field, or a value in one of its groups, such as `emails.1.address`, which the problem then names */
export function addProblemAt(draft: Draft, place: string, message: Message): void {
  const [source = '', at, name = ''] = place.split('.');
  if (at !== undefined) addProblem(draft, source, { key: 'import_in_group', args: { number: Number(at) + 1, name } });
  addProblem(draft, source, message);
}

export const isBlank = (value: unknown) => value === undefined || value === null || value === '';
